// Between matches: sitting down, choosing a game and its house rules, the podium.

import { h } from "./dom.js";
import { mark, PLACES } from "./places.js";
import { choice, howTo, stops, title } from "./scene.js";
import { list, number, say, sayFirst } from "./words.js";

const BODIES = {
  attract: (table) => [h("h1", { class: "logo" }, say("page.title")), ring(table)],
  seating: (table) => ring(table),
  lobby: (table, touch) => [ring(table), chosen(table, touch)],
  rules,
  rule,
  games: items,
  language: items,
  more: items,
  podium: (table) => (table.view.last ? podium(table, table.view.last) : ring(table)),
  go_on: (table) => ring(table),
};
// Items that the body shows, so that they do not stand below it again.
const IN_BODY = /^(?:rule|value):/;
const LISTS = ["games", "language", "more"];

/** The scene of the lobby. */
export function lobby(table, touch) {
  const { view } = table;
  if (view.phase === "how_to") return howTo(table, view.chosen, touch);
  const host = view.host === null ? "" : table.name(view.host);
  const params = { host, game: title(view.chosen), won: spokenPodium(table) };
  if (view.rule) params.rule = optionName(view.chosen, view.rule);
  const below = table.items().filter((item) => !IN_BODY.test(item) && !LISTS.includes(view.phase));
  return {
    status: say(`phase.lobby.${view.phase}`, params),
    note: note(table, params),
    body: h("div", { class: `lobby ${view.phase}`, key: view.phase }, BODIES[view.phase]?.(table, touch)),
    actions: [below.map((item) => choice(table, item, touch)), stops(table)],
  };
}

function note({ view }, params) {
  if (view.problem) return view.problem;
  if (view.phase === "rule") return "";
  return say(`note.lobby.${view.phase}`, params);
}

// Everything that can be chosen, one under the other.
function items(table, touch) {
  return table.items().map((item) => choice(table, item, touch));
}

// The six places as they lie around the box.
function ring({ view, places }) {
  const empty = PLACES.filter((place) => !view.taken[places.indexOf(place)]);
  const bots = view.phase === "lobby" ? empty.slice(0, view.bots) : [];
  const seat = (place) => {
    const index = places.indexOf(place);
    const taken = view.taken[index];
    const host = view.host === index;
    const bot = bots.includes(place);
    const said = host ? "host" : taken ? "taken" : bot ? "bot" : "free";
    return h(
      "li",
      { "data-at": place, "data-taken": taken || bot, "data-host": host },
      mark(place),
      h("span", {}, say(`page.${said}`)),
      host ? h("i", { "aria-hidden": "true" }, "♛") : null,
    );
  };
  return h("ol", { class: "ring" }, PLACES.map(seat));
}

function chosen({ view }) {
  const changed = Object.entries(view.options).map(([name, value]) => `${name} ${value}`);
  return h(
    "div",
    { class: "chosen", "data-chosen": view.chosen, "data-options": changed.join(", ") },
    h("h1", {}, title(view.chosen)),
    h("p", {}, say(`about.${view.chosen}.game`)),
  );
}

/** An option in plain words. */
export function optionName(game, name) {
  return say(`option.${game}.${name}`);
}

/** A value of an option in plain words: its own, or by its number, or yes and no. */
export function optionValue(game, name, value) {
  const text = String(value).toLowerCase();
  const keys = [`value.${game}.${name}.${text}`, `value.${game}.${name}`, `value.${text}`, text];
  return sayFirst(keys, { count: Number(value) });
}

function rules(table, touch) {
  const { view } = table;
  const row = (name) =>
    choice(
      table,
      `rule:${name}`,
      touch,
      { class: "rule", "data-option": name, "data-value": String(view.options[name]) },
      h("span", {}, optionName(view.chosen, name)),
      h("b", {}, optionValue(view.chosen, name, view.options[name])),
    );
  return Object.keys(view.options).map(row);
}

function rule(table, touch) {
  const { view } = table;
  const now = String(view.options[view.rule]).toLowerCase();
  const values = table.items().filter((item) => item.startsWith("value:"));
  const button = (item) => {
    const value = item.slice("value:".length);
    const attrs = { class: "value", "aria-pressed": String(value.toLowerCase() === now) };
    return choice(table, item, touch, attrs, optionValue(view.chosen, view.rule, value));
  };
  return [
    h("p", { class: "about" }, say(`about.${view.chosen}.${view.rule}`)),
    h("p", { class: "now" }, say("page.now", { value: optionValue(view.chosen, view.rule, now) })),
    h("div", { class: "values" }, values.map(button)),
  ];
}

function podium(table, last) {
  const order = last.places.map((_, seat) => seat).sort((a, b) => last.ranks[a] - last.ranks[b]);
  return [
    h(
      "ol",
      { class: "ranks" },
      order.map((seat) => rank(last, seat)),
    ),
    h(
      "p",
      { class: "reason", "data-reason": last.reason },
      sayFirst([`reason.${last.game}.${last.reason}`, `reason.${last.reason}`]),
      " ",
      h("small", {}, say("page.seed", { seed: last.seed })),
    ),
  ];
}

function rank(last, seat) {
  const won = last.winners.includes(seat);
  const tags = [
    last.bots.includes(seat) && say("page.bot"),
    last.ranks.filter((each) => each === last.ranks[seat]).length > 1 && say("page.shared"),
  ].filter(Boolean);
  const parts = [...tags, ...detail(last, seat)].map((text, i) => [
    i > 0 && " · ",
    h("span", {}, text),
  ]);
  const series = last.matches > 1 ? say("page.total", { total: number(last.totals[seat]) }) : null;
  return h(
    "li",
    { key: seat, "data-rank": last.ranks[seat], "data-seat": seat, "data-won": won },
    h("b", { class: "rank" }, say("page.rank", { rank: last.ranks[seat] })),
    mark(last.places[seat]),
    h("b", { "data-score": last.places[seat], "data-seat": seat }, number(last.scores[seat])),
    h("span", { class: "detail" }, parts),
    series && h("span", { class: "total" }, series),
  );
}

// What the game noted of each seat, as far as there are words for it.
function detail({ game, detail: noted }, seat) {
  return Object.entries(noted)
    .filter(([, values]) => values[seat] !== null)
    .map(([name, values]) => {
      const value = values[seat];
      const seconds = number(value / 1e9, 1);
      return sayFirst([`detail.${game}.${name}`], { count: value, seconds });
    });
}

// Who won, in one sentence.
function spokenPodium(table) {
  const { last } = table.view;
  if (!last) return "";
  const winners = last.winners.map((seat) => say("page.place", { place: last.places[seat] }));
  if (winners.length === 0) return say("page.nobody_won");
  return say("page.won", { count: winners.length, places: list(winners) });
}
