// What every scene of the screen is made of, and the plain scene that fits any game.
//
// A scene is {status, note, hidden, body, actions, seats}: what goes on, what to do now, what
// only a screen reader needs to be told, the middle, what stands below it. `table` is the newest Show with a few things read off it.

import { h } from "./dom.js";
import { mark } from "./places.js";
import { picture } from "./set_game_pages.js";
import { has, list, number, say, sayFirst } from "./words.js";

const MANY = 6;
// What a game draws beside the words of its how-to-play.
const pictures = { set_game: picture };

/** A Show, and how to read it. */
export class Table {
  constructor(show) {
    Object.assign(this, show);
  }

  /** "Place 3" of a seat. */
  name(seat) {
    return say("page.place", { place: this.places[seat] });
  }

  /** "Place 1, Place 3 and Place 5" of seats. */
  names(seats) {
    return list(seats.map((seat) => this.name(seat)));
  }

  /** The seats that may choose an item. */
  choosers(item) {
    return Object.keys(this.view.choosing)
      .map(Number)
      .filter((seat) => this.view.choosing[seat].includes(item));
  }

  /** Every item that somebody may choose, once. */
  items() {
    return [...new Set(Object.values(this.view.choosing).flat())];
  }

  /** How the walk marks an item: "row", "item" or nothing. */
  walkOn(item) {
    if (!this.walk?.items.includes(item)) return false;
    return this.walk.row ? "row" : "item";
  }

  /** An item in words: `item.<game>.<item>`, or what stands before its colon, with its value. */
  word(item) {
    const [kind, value = ""] = item.split(/:(.*)/s);
    if (kind === "language" && value) return say(`language.${value}`);
    const params = { value, count: Number(value), game: title(value) };
    return sayFirst([`item.${this.game}.${item}`, `item.${this.game}.${kind}`, item], params);
  }
}

/** A button for an item; it can be pressed only while the item is somebody's choice. */
export function choice(table, item, touch, attrs = {}, ...children) {
  const choosers = table.choosers(item);
  return h(
    "button",
    {
      type: "button",
      key: item,
      "data-item": item,
      disabled: choosers.length === 0,
      "data-walk": table.walkOn(item),
      onclick: () => touch(item, choosers.length === 1 ? choosers[0] : null),
      ...attrs,
    },
    children.length ? children : table.word(item),
  );
}

/** The stops of the walk that are no item: the seat's own offers, and "back". */
export function stops(table) {
  const { walk } = table;
  if (!walk) return [];
  const offers = Object.entries(table.view.offers[walk.seat] ?? {});
  const chips = offers
    .filter(([verb]) => verb === "tap" || verb === "hold")
    .map(([verb, id]) => stop(verb, say(`offer.${table.game}.${id}`), walk.verb === verb));
  const back = walk.verb === null && walk.items.length === 0;
  if (back || inRow(table.view.choosing[walk.seat] ?? [], walk)) {
    chips.push(stop("back", say("page.back"), back));
  }
  return chips;
}

// Whether the walk goes over one row of many items; what is left over after even rows of three
// stands alone.
function inRow(items, walk) {
  if (items.length <= MANY || walk.row || walk.items.length !== 1) return false;
  return items.indexOf(walk.items[0]) < items.length - (items.length % 3);
}

function stop(kind, text, on) {
  const walk = on && (kind === "back" ? "back" : "verb");
  return h("span", { class: "stop", key: `stop ${kind}`, "data-stop": kind, "data-walk": walk }, text);
}

/** The strip of seats: place, score, and what there is to say about each in a few words. */
export function seats(table, notes = () => null) {
  const { view, places, bots, walk } = table;
  return h(
    "ol",
    { class: "seats", "data-many": places.length > 4 },
    places.map((place, seat) => {
      const said = [bots.includes(seat) && say("page.bot"), notes(seat)].flat().filter(Boolean);
      const score = view.scores[seat] === undefined ? "" : number(view.scores[seat]);
      return h(
        "li",
        {
          key: place,
          "data-seat": seat,
          "data-lit": view.lit[seat] ?? false,
          "data-walks": walk?.seat === seat,
          "data-bot": bots.includes(seat),
        },
        mark(place),
        h("b", { "data-score": place, "data-seat": seat }, score),
        h("span", { class: "notes" }, said.join(" · ")),
      );
    }),
  );
}

/** The photo finish: how far a seat came behind the winner of the last race; else null. */
export function behind({ photo }, seat) {
  const late = photo.find((each) => each.seat === seat);
  return late ? say("page.behind", { ms: number(late.behind / 1e6, 1) }) : null;
}

/** That the last race was a tie, and how it was drawn; else null. */
export function tie(table) {
  return table.tie.length ? say("page.tie", { places: table.names(table.tie) }) : null;
}

/** The scene of a game that has none of its own: sentence, choices, scores. */
export function plain(table, touch) {
  const { game, view } = table;
  return {
    status: sayFirst([`phase.${game}.${view.phase}`, `${game}: ${view.phase}`]),
    note: "",
    body: h("div", { class: "plain" }, h("h1", {}, title(game))),
    actions: [table.items().map((item) => choice(table, item, touch)), stops(table)],
    seats: view.scores.length ? seats(table) : null,
  };
}

/** A page of a game's how-to-play, over the lobby or over the table menu. */
export function howTo(table, game, touch) {
  const { page } = table.view;
  const line = say(`how_to.${game}.${page + 1}`);
  const buttons = table.items().map((item) =>
    choice(table, item, touch, {}, say(`item.how_to.${item}`)),
  );
  return {
    status: say("page.how_to", { game: title(game), page: page + 1 }),
    hidden: line,
    note: "",
    body: h(
      "div",
      { class: "how_to", key: `how_to ${page}`, "data-page": page },
      pictures[game]?.(page),
      h("p", { "aria-hidden": "true" }, line),
    ),
    actions: [buttons, stops(table)],
  };
}

/** The name of a game. */
export function title(game) {
  return has(`game.${game}`) ? say(`game.${game}`) : game;
}
