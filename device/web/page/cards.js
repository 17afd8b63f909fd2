// The 81 SET cards, drawn: a code like 2RTD is two, red, striped, diamonds.
// Nothing rests on colour alone: each colour has its letter, each shading its own look.

import { h } from "./dom.js";
import { say } from "./words.js";

const CODE = /^([123])([RGP])([STO])([EDW])$/;
// Each symbol in a box of 44 x 84.
const SHAPES = {
  E: "M4 23a18 18 0 0 1 36 0v38a18 18 0 0 1-36 0z",
  D: "M22 3l19 39l-19 39l-19-39z",
  W:
    "M8 20C8 4 34-4 39 14C43 30 30 40 35 56C37 62 36 62 36 64" +
    "C36 80 10 88 5 70C1 54 14 44 9 28C7 22 8 22 8 20z",
};
const STEP = 56;
const SIZE = { wide: [176, 100], tall: [100, 176] };

/** Whether an item is a card. */
export function isCard(item) {
  return CODE.test(item);
}

/** The four attributes of a card, by name. */
export function attributes(card) {
  const [, number, colour, shading, shape] = CODE.exec(card);
  return { number, colour, shading, shape };
}

/** The word of one attribute of a card, e.g. "red"; of a trait by itself if `count` is 1. */
export function word(attribute, card, count = Number(attributes(card).number)) {
  const { [attribute]: value } = attributes(card);
  return say(`card.set_game.${attribute}.${value}`, { count });
}

/** A card in words: "2 red striped diamonds". */
export function spoken(card) {
  const [number, colour, shading, shape] = ["number", "colour", "shading", "shape"].map((name) =>
    word(name, card),
  );
  return say("card.set_game.whole", { number, colour, shading, shape });
}

/** The face of a card; `tall` sets its symbols one under the other. */
export function face(card, tall) {
  const { number, colour, shading, shape } = attributes(card);
  const [width, height] = tall ? SIZE.tall : SIZE.wide;
  const count = Number(number);
  const symbols = Array.from({ length: count }, (_, i) => {
    const along = (i - (count - 1) / 2) * STEP;
    const at = tall
      ? `translate(${width / 2} ${height / 2 + along}) rotate(90)`
      : `translate(${width / 2 + along} ${height / 2})`;
    return symbol(SHAPES[shape], shading, colour, `${at} translate(-22 -42)`);
  });
  return h(
    "span",
    { class: "face", "data-colour": colour, "aria-hidden": "true" },
    h("svg", { viewBox: `0 0 ${width} ${height}` }, symbols),
    h("b", {}, say(`card.set_game.letter.${colour}`)),
  );
}

function symbol(path, shading, colour, transform) {
  const fill = { S: "currentColor", T: `url(#stripes-${colour})`, O: "none" }[shading];
  return h("path", { d: path, transform, fill, class: "symbol" });
}

/** The stripes that the striped cards are filled with; stand once in the page. */
export function stripes() {
  const pattern = (colour) =>
    h(
      "pattern",
      { id: `stripes-${colour}`, width: 8, height: 8, patternUnits: "userSpaceOnUse" },
      h("rect", { width: 8, height: 2.6, "data-colour": colour, fill: "currentColor" }),
    );
  return h(
    "svg",
    { class: "patterns", width: 0, height: 0, "aria-hidden": "true" },
    h("defs", {}, ["R", "G", "P"].map(pattern)),
  );
}
