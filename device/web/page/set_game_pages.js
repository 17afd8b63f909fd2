// The pictures of how SET is played: cards, as they lie on the table.

import { face } from "./cards.js";
import { h } from "./dom.js";

const SET = ["1RTE", "2GTD", "3PTW"];
const NO_SET = ["1RSE", "2RSE", "3GSE"];
const TABLE = ["2PSD", "1RTE", "3GOW", "1GSW", "2GTD", "3RSD", "2ROE", "1POD", "3PTW"];

/** The picture of a page of the how-to-play, from 0. */
export function picture(page) {
  if (page === 0) return h("div", { class: "sample trio" }, SET.map((card) => sample(card)));
  if (page < 3) {
    const picked = page === 2 ? SET : [];
    const cards = TABLE.map((card) => sample(card, picked.indexOf(card)));
    return h("div", { class: "sample nine" }, cards);
  }
  return [verdict("right", SET, "+1"), verdict("wrong", NO_SET, "−1")];
}

function sample(card, pick = -1) {
  const number = pick < 0 ? null : h("span", { class: "pick" }, pick + 1);
  return h("span", { class: "card", "data-picked": pick >= 0 }, face(card, false), number);
}

function verdict(kind, cards, score) {
  const three = h("span", { class: "three" }, cards.map((card) => face(card, true)));
  return h("div", { class: "verdict large", "data-verdict": kind }, three, h("b", {}, score));
}
