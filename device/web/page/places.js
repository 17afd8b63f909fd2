// The six places: each has a number, a colour and a shape of its own, never colour alone.

import { h } from "./dom.js";

export const PLACES = [1, 2, 3, 4, 5, 6];

const SHAPES = [
  "M50 6a44 44 0 1 0 0 88a44 44 0 1 0 0-88z",
  "M14 14h72v72h-72z",
  "M50 4l48 86h-96z",
  "M50 2l46 48l-46 48l-46-48z",
  "M34 6h32v28h28v32h-28v28h-32v-28h-28v-32h28z",
  "M50 3l14 30l33 4l-24 23l6 33l-29-16l-29 16l6-33l-24-23l33-4z",
];
// Where the number stands in its shape: a triangle is widest below its middle.
const MIDDLES = [50, 50, 64, 50, 50, 54];

/** The mark of a place: its shape with its number, as large as its surroundings say. */
export function mark(place) {
  return h(
    "svg",
    { viewBox: "0 0 100 100", class: "mark", "aria-hidden": "true", "data-mark": place },
    h("path", { d: SHAPES[place - 1] }),
    h("text", { x: 50, y: MIDDLES[place - 1] }, String(place)),
  );
}
