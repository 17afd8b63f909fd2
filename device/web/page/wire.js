// The websocket to the hub: messages as they come, and a new try whenever it is lost.

const SOONEST = 300;
const LATEST = 3000;

/** Keep a line to the hub open; `heard(message)` and `changed(open)` are called. */
export class Line {
  constructor(heard, changed) {
    this.heard = heard;
    this.changed = changed;
    this.wait = SOONEST;
    this.open();
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.socket = socket;
    socket.onmessage = (event) => {
      this.wait = SOONEST;
      this.heard(typeof event.data === "string" ? JSON.parse(event.data) : event.data);
    };
    socket.onopen = () => this.changed(true);
    socket.onclose = () => this.lost();
  }

  lost() {
    this.changed(false);
    this.timer = setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(LATEST, this.wait * 2);
  }

  /** Try at once if it waits for its next try. */
  hurry() {
    if (this.socket.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.timer);
    this.wait = SOONEST;
    this.open();
  }

  /** Send a message; while the line is lost it is dropped, never kept for later. */
  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }
}
