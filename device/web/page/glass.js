// The hourglass: a column of lights whose sand falls by itself between two messages.

import { h, render } from "./dom.js";
import { number } from "./words.js";

const LIGHTS = 10;

/** Match time now (ns): it goes on from the message's, at the speed of the box. */
export function matchNow(show, heardAt) {
  const gone = show.running ? (performance.now() - heardAt) * 1e6 * show.speed : 0;
  return show.now + gone;
}

/** What is left of a glass, 1 full to 0; null without a glass. */
export function left(glass, now) {
  if (!glass) return null;
  const sand = "ends" in glass ? Math.max(0, glass.ends - now) : glass.left;
  return Math.min(1, sand / glass.whole);
}

/** The hourglass of the page: give it each Show, it draws by itself. */
export class Hourglass {
  constructor(root) {
    this.root = root;
    this.tick = () => this.draw();
  }

  set(show, heardAt) {
    this.show = show;
    this.heardAt = heardAt;
    this.draw();
  }

  draw() {
    cancelAnimationFrame(this.frame);
    const glass = this.show?.view.glass;
    const part = left(glass, this.show && matchNow(this.show, this.heardAt));
    this.root.dataset.left = part === null ? "" : part.toFixed(3);
    this.lights(part, glass);
    const falls = part > 0 && glass && "ends" in glass && this.show.running;
    if (falls) this.frame = requestAnimationFrame(this.tick);
  }

  lights(part, glass) {
    const lit = (part ?? 0) * LIGHTS;
    const column = Array.from({ length: LIGHTS }, (_, i) => {
      const level = Math.max(0, Math.min(1, lit - (LIGHTS - 1 - i)));
      return h("i", { "--level": level.toFixed(1) });
    });
    const seconds = part === null ? "" : number(Math.ceil((part * glass.whole) / 1e9));
    render(this.root, [h("span", { class: "column" }, column), h("b", {}, seconds)]);
  }
}
