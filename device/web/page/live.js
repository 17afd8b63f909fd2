// The live screen: pictures of the box's own screen, and over them what can be read and touched.

import { isCard, spoken } from "./cards.js";
import { h } from "./dom.js";

/** The newest picture, and the spots in it; there is none while no screen process runs. */
export class Live {
  constructor() {
    this.url = null;
    this.scene = "";
    this.spots = [];
  }

  /** Whether there is a live screen to show. */
  get on() {
    return this.scene !== "" && this.url !== null;
  }

  /** Take a picture (a Blob). */
  picture(blob) {
    const old = this.url;
    this.url = URL.createObjectURL(blob);
    // The browser may still be painting the picture before.
    if (old) setTimeout(() => URL.revokeObjectURL(old), 1000);
  }

  /** Take where things are in the picture; no scene means that the screen process has gone. */
  place({ scene, spots, ratio }) {
    this.scene = scene;
    this.spots = spots;
    this.ratio = ratio;
  }

  /** The picture with a button on each thing that can be touched. */
  draw(touch) {
    return h(
      "div",
      { class: "live", key: "live", "data-live": this.scene, "--ratio": this.ratio },
      h(
        "div",
        { class: "frame", key: "frame" },
        h("img", { key: "picture", src: this.url, alt: "" }),
        this.spots.map((spot, index) => this.spot(spot, `${index} ${spot.item}`, touch)),
      ),
    );
  }

  spot({ item, seat, text, x, y, w, h: tall }, key, touch) {
    const where = { class: "spot", "--x": x, "--y": y, "--w": w, "--h": tall };
    if (!item) return h("span", { ...where, key, "data-read": text });
    const label = isCard(item) ? spoken(item) : text;
    return h("button", {
      ...where,
      key,
      type: "button",
      "data-item": item,
      "aria-label": label,
      onclick: () => touch(item, seat),
    });
  }
}
