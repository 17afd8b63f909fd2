// The six buzzers: a finger is a pointer, a key 1-6, Space or Enter on the focused one, or a latch.

import { h, render } from "./dom.js";
import { mark, PLACES } from "./places.js";
import { say } from "./words.js";

const KEY = /^(?:Digit|Numpad)([1-6])$/;
const PRESSING = new Set(["Enter", "Space"]);

/** The buzzers of the page; `finger(place, down)` is called at each edge. */
export class Buzzers {
  constructor(root, finger) {
    this.root = root;
    this.finger = finger;
    this.fingers = new Map(PLACES.map((place) => [place, new Set()]));
    this.lamps = PLACES.map(() => "off");
    this.labels = PLACES.map(() => []);
    this.pressing = true;
    this.draw();
    // On the window too: a finger that has slid off its buzzer must come up all the same.
    for (const gone of ["pointerup", "pointercancel"]) {
      addEventListener(gone, (event) => this.pointerGone(event), true);
    }
    addEventListener("keydown", (event) => this.keyDown(event), true);
    addEventListener("keyup", (event) => this.keyUp(event), true);
    addEventListener("blur", () => this.liftAll(true));
    document.addEventListener("visibilitychange", () => document.hidden && this.liftAll(true));
  }

  // A place is down while at least one finger is on it.
  put(place, source) {
    const fingers = this.fingers.get(place);
    if (!this.pressing || fingers.has(source)) return;
    fingers.add(source);
    if (fingers.size === 1) this.finger(place, true);
    this.draw();
  }

  lift(place, source) {
    const fingers = this.fingers.get(place);
    if (!fingers.delete(source)) return;
    if (fingers.size === 0) this.finger(place, false);
    this.draw();
  }

  /** Lift every finger; a latch stays if `latched` says so. */
  liftAll(latched = false) {
    for (const [place, fingers] of this.fingers) {
      for (const source of [...fingers]) {
        if (!(latched && source === "latch")) this.lift(place, source);
      }
    }
  }

  keyDown(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const place = Number(KEY.exec(event.code)?.[1]);
    if (place) {
      event.preventDefault();
      if (!event.repeat) this.put(place, event.code);
    }
  }

  keyUp(event) {
    const place = Number(KEY.exec(event.code)?.[1]);
    if (place) this.lift(place, event.code);
  }

  pointerDown(event, place) {
    if (event.button !== 0) return;
    event.preventDefault();
    if (this.fingers.get(place).has("latch")) this.lift(place, "latch");
    else if (event.shiftKey) this.put(place, "latch");
    else {
      event.currentTarget.setPointerCapture(event.pointerId);
      this.put(place, `pointer ${event.pointerId}`);
    }
  }

  pointerGone(event) {
    for (const place of PLACES) this.lift(place, `pointer ${event.pointerId}`);
  }

  /** Set the lamps: "off", "on", "blink" or "pulse", place 1 first. */
  light(lamps) {
    this.lamps = lamps;
    this.draw();
  }

  /** Set what each buzzer says it does now: a list of {verb, text} per place. */
  label(labels) {
    this.labels = labels;
    this.draw();
  }

  draw() {
    render(
      this.root,
      PLACES.map((place) => this.buzzer(place)),
    );
  }

  buzzer(place) {
    const fingers = this.fingers.get(place);
    const labels = this.labels[place - 1];
    const spoken = labels.map(({ verb, text }) => `${verb} ${text}`.trim()).join(", ");
    const button = h(
      "button",
      {
        type: "button",
        "data-place": place,
        "data-lamp": this.lamps[place - 1],
        "data-down": fingers.size > 0,
        "data-latched": fingers.has("latch"),
        "aria-label": `${say("page.buzzer", { place })}${spoken && `: ${spoken}`}`,
        "aria-disabled": !this.pressing && "true",
        onpointerdown: (event) => this.pointerDown(event, place),
        onlostpointercapture: (event) => this.pointerGone(event),
        oncontextmenu: (event) => event.preventDefault(),
        onkeydown: (event) => {
          if (!PRESSING.has(event.code)) return;
          event.preventDefault();
          if (!event.repeat) this.put(place, event.code);
        },
        onkeyup: (event) => PRESSING.has(event.code) && this.lift(place, event.code),
        onblur: () => PRESSING.forEach((code) => this.lift(place, code)),
      },
      h("span", { class: "dome" }, mark(place)),
    );
    const lines = labels.map(({ verb, text }) =>
      h("span", {}, verb && h("b", {}, verb), ` ${text} `),
    );
    const held = fingers.has("latch") ? h("em", {}, say("page.latched")) : null;
    const under = h("span", { class: "does" }, held, lines);
    return h("div", { class: "buzzer", "data-at": place, key: place }, button, under);
  }
}
