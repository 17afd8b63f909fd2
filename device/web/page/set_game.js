// SET on the screen: the cards in three rows, the caller's picks, the verdict in words.

import { face, isCard, spoken, word } from "./cards.js";
import { h } from "./dom.js";
import { behind, choice, seats, stops, tie } from "./scene.js";
import { say, sayFirst } from "./words.js";

const ROWS = 3;

/** The scene of a game of SET; `tall` if the room for a card is taller than wide. */
export function setGame(table, touch, { tall }) {
  const { view } = table;
  const others = table.items().filter((item) => !isCard(item));
  const buttons = others.map((item) => choice(table, item, touch));
  return {
    status: news(table),
    hidden: explained(table).join("; "),
    note: tie(table) ?? toDo(table),
    body: cards(table, touch, tall),
    actions: [buttons, stops(table), verdict(table), left(view)],
    seats: seats(table, (seat) => notes(table, seat)),
  };
}

function cards(table, touch, tall) {
  const { view } = table;
  const judged = judgement(view)?.right === false ? view.verdict.cards : [];
  const marks = (card) => ({
    class: "card",
    "aria-label": spoken(card),
    "aria-pressed": String(view.picked.includes(card)),
    "data-picked": view.picked.includes(card),
    "data-judged": judged.includes(card) && "wrong",
    "data-hinted": view.hinted.includes(card),
  });
  return h(
    "div",
    {
      class: "cards",
      key: "cards",
      "--columns": Math.max(1, Math.ceil(view.table.length / ROWS)),
      "data-walking": Boolean(table.walk),
    },
    view.table.map((card) =>
      choice(table, card, touch, marks(card), face(card, tall), pick(view.picked.indexOf(card))),
    ),
  );
}

function pick(index) {
  return index < 0 ? null : h("span", { class: "pick", "aria-hidden": "true" }, index + 1);
}

// The last judgement, until something else happens.
function judgement(view) {
  return ["set", "wrong"].includes(view.news[0]) ? view.verdict : null;
}

function verdict({ view }) {
  const judged = judgement(view);
  if (!judged) return null;
  const lines = judged.failing.map((name) =>
    h("li", { "data-failing": name }, failing(name, judged)),
  );
  return h(
    "div",
    { class: "verdict", key: "verdict", "data-verdict": judged.right ? "right" : "wrong" },
    h("span", { class: "three" }, judged.cards.map((card) => face(card, true))),
    lines.length ? h("ul", {}, lines) : null,
  );
}

// How many cards are still to come, or SETs to be found.
function left(view) {
  const text = view.to_find
    ? say("set_game.to_find", { found: view.found.length, all: view.to_find })
    : say("set_game.deck_left", { count: view.deck_left });
  return h("span", { class: "deck", key: "deck", "data-deck": view.deck_left }, text);
}

/** "colour: red, red, purple". */
function failing(attribute, { cards: three }) {
  const [a, b, c] = three.map((card) => word(attribute, card, 1));
  return say("set_game.failing", { attribute: say(`attribute.set_game.${attribute}`), a, b, c });
}

// Why the last three were no SET, attribute by attribute.
function explained({ view }) {
  const judged = judgement(view);
  return judged ? judged.failing.map((name) => failing(name, judged)) : [];
}

// What just happened.
function news(table) {
  const { view } = table;
  const [what, seat] = view.news;
  const alone = table.places.length === 1 ? "_alone" : "";
  const place = seat === null ? "" : table.name(seat);
  const about = view.about ? `.${view.about}` : "";
  return sayFirst([`news.set_game.${what}${about || alone}`, `news.set_game.${what}`], { place });
}

// What there is to do now.
function toDo(table) {
  const { view } = table;
  if (view.phase === "pick") {
    return say("phase.set_game.pick", { place: table.name(view.caller), count: 3 - view.picked.length });
  }
  if (view.phase === "vote") {
    return say("phase.set_game.vote", { count: view.agreed.length });
  }
  const alone = view.phase === "search" && table.places.length === 1;
  return say(alone ? "phase.set_game.search_alone" : `phase.set_game.${view.phase}`);
}

function notes(table, seat) {
  const { view } = table;
  return [
    behind(table, seat),
    say("set_game.sets", { count: view.sets[seat] }),
    view.errors[seat] > 0 && say("set_game.errors", { count: view.errors[seat] }),
    view.left.includes(seat) && say("set_game.left"),
    view.resting.includes(seat) && say("set_game.resting"),
    view.phase === "vote" && view.agreed.includes(seat) && say("set_game.agreed"),
  ];
}
