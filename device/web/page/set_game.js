// SET on the screen: the cards in three rows, the caller's picks, the verdict in words.

import { face, isCard, spoken, word } from "./cards.js";
import { h } from "./dom.js";
import { choice, photo, seats, stops } from "./scene.js";
import { list, say } from "./words.js";

const ROWS = 3;

/** The scene of a game of SET; `stage` is the room for the cards in px. */
export function setGame(table, touch, stage) {
  const { view } = table;
  const others = table.items().filter((item) => !isCard(item));
  return {
    status: news(table),
    note: toDo(table),
    body: [cards(table, touch, stage), aside(table, stage)],
    actions: [others.map((item) => choice(table, item, touch)), stops(table)],
    seats: seats(table, (seat) => notes(view, seat)),
  };
}

function cards(table, touch, stage) {
  const { view } = table;
  const columns = Math.max(1, Math.ceil(view.table.length / ROWS));
  const tall = stage.width / columns < stage.height / ROWS;
  const judged = view.verdict && !view.verdict.right ? view.verdict.cards : [];
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
    { class: "cards", key: "cards", "--columns": columns, "data-walking": Boolean(table.walk) },
    view.table.map((card) => choice(table, card, touch, marks(card), face(card, tall))),
  );
}

// Beside the cards: what was judged, the photo finish, what is left.
function aside(table) {
  const { view } = table;
  const left = view.to_find
    ? say("set_game.to_find", { found: view.found.length, all: view.to_find })
    : say("set_game.deck_left", { count: view.deck_left });
  return h(
    "div",
    { class: "aside", key: "aside" },
    verdict(table),
    photo(table),
    h("p", { class: "deck", "data-deck": view.deck_left }, left),
  );
}

function verdict({ view }) {
  const { verdict: judged } = view;
  if (!judged) return null;
  const lines = judged.failing.map((name) => h("li", { "data-failing": name }, failing(name, judged)));
  return h(
    "div",
    { class: "verdict", "data-verdict": judged.right ? "right" : "wrong" },
    h("span", { class: "three" }, judged.cards.map((card) => face(card, true))),
    lines.length ? h("ul", {}, lines) : null,
  );
}

/** "colour: red, red, purple". */
function failing(attribute, { cards: three }) {
  const [a, b, c] = three.map((card) => word(attribute, card));
  return say("set_game.failing", { attribute: say(`attribute.set_game.${attribute}`), a, b, c });
}

// What just happened.
function news(table) {
  const { view } = table;
  const [what, seat] = view.news;
  const about = what === "proposed" ? `.${view.about}` : "";
  const lone = seat !== null && table.places.length === 1 ? "_alone" : "";
  const params = {
    place: seat === null ? "" : table.name(seat),
    count: view.table.length,
    why: what === "wrong" ? list(view.verdict.failing.map((name) => failing(name, view.verdict))) : "",
  };
  return say(`news.set_game.${what}${about}${about ? "" : lone}`, params);
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

function notes(view, seat) {
  return [
    say("set_game.sets", { count: view.sets[seat] }),
    view.errors[seat] > 0 && say("set_game.errors", { count: view.errors[seat] }),
    view.left.includes(seat) && say("set_game.left"),
    view.resting.includes(seat) && say("set_game.resting"),
    view.phase === "vote" && view.agreed.includes(seat) && say("set_game.agreed"),
  ];
}
