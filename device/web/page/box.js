// The browser box: six buzzers, an hourglass and the screen, joined to the hub by one line.

import { Buzzers } from "./buzzers.js";
import { stripes } from "./cards.js";
import { render } from "./dom.js";
import { Hourglass } from "./glass.js";
import { Live } from "./live.js";
import { Table } from "./scene.js";
import { labels, Screen } from "./screen.js";
import { has, load, rename, say } from "./words.js";
import { Line } from "./wire.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const REFUSAL_SHOWN = 4000;

const part = (id) => document.getElementById(id);
const send = (message) => line?.send(message);
const finger = (place, down) => send({ type: "finger", place, down });
const touch = (item, seat) => send({ type: "touch", item, seat });

const buzzers = new Buzzers(part("buzzers"), finger);
const glass = new Hourglass(part("glass"));
const screen = new Screen(
  { root: part("screen"), status: part("status"), badges: part("badges") },
  touch,
);
const live = new Live();
let line = null;
let newest = null;
let language = null;
let hidden = null;

function show(message) {
  newest = message;
  screen.set(message);
  glass.set(message, performance.now());
  buzzers.label(labels(new Table(message)));
}

async function hello(message) {
  buzzers.pressing = message.pressing;
  screen.pressing = message.pressing;
  if (message.language !== language && (await load(message.language))) language = message.language;
  rename(message.titles);
  document.title = say("page.title");
  redraw();
}

function redraw() {
  screen.draw();
  if (newest) buzzers.label(labels(new Table(newest)));
}

// A refusal is for this page alone: it stands for a moment, then goes.
function refused({ why }) {
  const note = part("refused");
  note.textContent = has(`refusal.${why}`) ? say(`refusal.${why}`) : why;
  note.hidden = false;
  clearTimeout(hidden);
  hidden = setTimeout(() => (note.hidden = true), REFUSAL_SHOWN);
}

const HEARD = {
  show,
  hello,
  refused,
  lamps: (message) => buzzers.light(message.lamps),
  spots: (message) => {
    live.place(message);
    screen.take(live);
  },
};

function changed(open) {
  if (!open) {
    buzzers.liftAll();
    newest = null;
    live.place({ scene: "", spots: [] });
    screen.take(live);
    screen.line(false);
  }
}

function heard(message) {
  if (message instanceof Blob) {
    live.picture(message);
    screen.take(live);
    return;
  }
  if (message.type === "show") screen.connected = true;
  HEARD[message.type]?.(message);
}

addEventListener("keydown", (event) => {
  const arrow = ARROWS[event.key];
  if (arrow && !event.ctrlKey && !event.altKey && !event.metaKey) {
    event.preventDefault();
    screen.arrow(...arrow);
  }
  if (event.repeat && event.key === "Enter") event.preventDefault();
});

render(part("patterns"), [stripes()]);
const { lang } = document.documentElement;
if (await load(lang)) language = lang;
redraw();
line = new Line(heard, changed);
