// The table menu: the match stands still until the table goes on.

import { h } from "./dom.js";
import { mark } from "./places.js";
import { choice, howTo, stops, title } from "./scene.js";
import { say, sayFirst } from "./words.js";

/** The scene of the table menu. */
export function menu(table, touch) {
  const { view } = table;
  if (view.phase === "how_to") return howTo(table, view.paused, touch);
  const asked = view.asked ?? view.refused;
  const params = {
    asked: asked ? word(table, asked) : "",
    by: table.name(view.by),
    game: title(view.paused),
  };
  const items = table.items();
  return {
    status: say(`phase.menu.${view.phase}`, params),
    note: say(`note.menu.${view.refused ? "refused" : view.phase}`, params),
    body: h(
      "div",
      { class: "menu", key: "menu" },
      h("p", { class: "still" }, say("page.stands_still")),
      view.phase === "vote" ? votes(table) : null,
      items.map((item) =>
        choice(table, item, touch, {}, leaver(table, item), word(table, item)),
      ),
    ),
    actions: stops(table),
  };
}

// Who has agreed, and who has still to speak.
function votes(table) {
  const voice = (seat, said) =>
    h("li", { key: seat, "data-vote": said }, mark(table.places[seat]), say(`page.${said}`));
  const waiting = Object.keys(table.view.offers).map(Number);
  return h("ul", { class: "votes" }, [
    table.view.agreed.map((seat) => voice(seat, "agrees")),
    waiting.map((seat) => voice(seat, "thinks")),
  ]);
}

function leaver({ places }, item) {
  const seat = /^leave:(\d)$/.exec(item)?.[1];
  return seat === undefined ? null : mark(places[Number(seat)]);
}

// An item of the menu, or of the game below it, in words.
function word(table, item) {
  const { view } = table;
  const [kind, value] = item.split(/:(.*)/s);
  if (kind === "language" && value) return say(`language.${value}`);
  const own = kind === "menu" ? `item.${view.paused}.${value}` : `item.menu.${item}`;
  const place = kind === "leave" && value ? table.name(Number(value)) : "";
  return sayFirst([own, `item.menu.${kind}${place && "_of"}`], { count: Number(value), place });
}
