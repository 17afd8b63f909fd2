// The screen: the newest Show as a scene, whatever the game, and the line of text above it.

import { h, render } from "./dom.js";
import { glide, remember } from "./glide.js";
import { lobby } from "./lobby.js";
import { menu } from "./menu.js";
import { plain, Table } from "./scene.js";
import { setGame } from "./set_game.js";
import { say } from "./words.js";

const SCENES = { lobby, menu, set_game: setGame };

/** The screen of the page; `touch(item, seat)` is called for what is touched on it. */
export class Screen {
  constructor({ root, status, badges: corner }, touch) {
    this.root = root;
    this.status = status;
    this.badges = corner;
    this.touch = touch;
    this.connected = false;
    this.pressing = true;
    this.focused = null;
    this.live = null;
    this.walked = null;
    new ResizeObserver(() => this.draw()).observe(root);
    root.addEventListener("focusin", (event) => (this.focused = event.target.dataset.item));
  }

  set(show) {
    const gone = remember(this.root, show);
    this.show = show;
    this.draw();
    glide(gone);
  }

  /** Whether the line to the hub is open; while it is lost the screen says so. */
  line(connected) {
    this.connected = connected;
    this.draw();
  }

  draw() {
    this.root.dataset.connected = this.connected;
    if (!this.show || !this.connected) {
      this.tell(say("page.one_moment"), "");
      return;
    }
    const table = new Table(this.show);
    const { dataset } = this.root;
    dataset.number = table.number;
    dataset.game = table.game;
    dataset.phase = table.view.phase;
    dataset.running = table.running;
    dataset.saved = table.saved;
    this.scene(table);
    this.refocus();
    this.follow();
  }

  /** Show the box's own screen instead of the page's, or the page's again. */
  take(live) {
    this.live = live.on ? live : null;
    this.draw();
  }

  // Drawn again if the room turns out to be of another shape than the cards were drawn for.
  scene(table) {
    const room = this.room();
    const scene = (SCENES[table.game] ?? plain)(table, this.touch, room);
    this.tell(scene.status, scene.note, scene.hidden);
    render(this.badges, badges(table, this.pressing));
    if (this.live) {
      render(this.root, [this.live.draw(this.touch)]);
      return;
    }
    render(this.root, [
      h("div", { class: "body", key: "body" }, scene.body),
      h("div", { class: "actions", key: "actions" }, scene.actions),
      h("div", { class: "foot", key: "foot" }, scene.seats ?? null),
    ]);
    const fits = this.room();
    if (fits.tall !== room.tall) {
      const again = (SCENES[table.game] ?? plain)(table, this.touch, fits);
      render(this.root.querySelector(".body"), again.body);
    }
  }

  // The cell of a card is taller than wide, or not; without cards it does not matter.
  room() {
    const cards = this.root.querySelector(".cards");
    if (!cards) return { tall: false };
    const columns = Number(cards.style.getPropertyValue("--columns"));
    return { tall: cards.clientWidth / columns < cards.clientHeight / 3 };
  }

  tell(status, note, hidden = "") {
    const unseen = hidden && h("span", { class: "unseen" }, ` ${hidden}. `);
    render(this.status, [h("strong", {}, status), unseen || " ", note && h("span", {}, note)]);
  }

  // A button that was no choice for a while gets its focus back when it is one again.
  refocus() {
    const { activeElement: active } = document;
    if (active?.disabled) active.blur();
    if (!this.focused || document.activeElement !== document.body) return;
    this.button(this.focused)?.focus({ preventScroll: true });
  }

  button(item) {
    return this.root.querySelector(`[data-item="${CSS.escape(item)}"]:enabled`);
  }

  // What the walk lights is always in sight.
  follow() {
    const lit = this.root.querySelector("[data-walk]");
    if (lit && lit !== this.walked) lit.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.walked = lit;
  }

  /** Move the focus to the next choice in the direction of an arrow key. */
  arrow(x, y) {
    const choices = [...this.root.querySelectorAll("[data-item]:enabled")];
    const from = choices.find((each) => each === document.activeElement);
    if (!from) {
      choices[0]?.focus();
      return;
    }
    const here = middle(from);
    const ahead = (each) => {
      const there = middle(each);
      const along = (there.x - here.x) * x + (there.y - here.y) * y;
      const aside = Math.abs((there.x - here.x) * y) + Math.abs((there.y - here.y) * x);
      return along > 1 ? along + 3 * aside : Infinity;
    };
    const nearest = choices.reduce((best, each) => (ahead(each) < ahead(best) ? each : best));
    if (ahead(nearest) < Infinity) nearest.focus();
  }
}

function middle(element) {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

// What is good to know beside the game: it is not on the disk, it stands still, this page only
// watches.
function badges(table, pressing) {
  const stands = !table.running && table.game !== "menu" && table.view.phase !== "over";
  const badge = (name, text) => h("span", { class: "badge", key: name, "data-badge": name }, text);
  return [
    table.saved ? null : badge("not_saved", say("page.not_saved")),
    stands ? badge("paused", say("page.paused")) : null,
    pressing ? null : badge("watching", say("page.watching")),
  ];
}

/** What each buzzer does now, place 1 first: lists of {verb, text}. */
export function labels(table) {
  return [1, 2, 3, 4, 5, 6].map((place) => {
    const seat = table.places.indexOf(place);
    return seat < 0 ? [] : label(table, seat);
  });
}

function label(table, seat) {
  const { bots, hold, view, walk } = table;
  if (bots.includes(seat)) return [{ verb: "", text: say("page.bot_plays") }];
  if (hold === seat) return [{ verb: say("verb.hold"), text: say("page.longer") }];
  if (walk?.seat === seat) return [{ verb: say("verb.press"), text: walked(table) }];
  const offers = Object.entries(view.offers[seat] ?? {}).filter(([verb]) => verb !== "lift");
  if (offers.length === 0 && view.choosing[seat]?.length) {
    return [{ verb: "", text: say("page.touch") }];
  }
  return offers.map(([verb, id]) => ({
    verb: say(`verb.${verb}`),
    text: say(`offer.${table.game}.${id}`),
  }));
}

// What a press picks where the walk stands.
function walked(table) {
  const { items, row, seat, verb } = table.walk;
  if (verb) return say(`offer.${table.game}.${table.view.offers[seat][verb]}`);
  if (row) return say("page.this_row");
  return items.length ? say("page.this_one") : say("page.back");
}

