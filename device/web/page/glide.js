// Cards of a SET glide from the table to the buzzer of the place that found it.

const GLIDE = { duration: 800, easing: "cubic-bezier(0.4, 0, 0.2, 1)" };

/** Before a Show is drawn: the cards that it takes away, and the place they go to. */
export function remember(root, show) {
  const { verdict, news } = show.view;
  if (show.game !== "set_game" || news[0] !== "set" || !verdict) return [];
  const place = show.places[verdict.seat];
  return verdict.cards
    .map((card) => root.querySelector(`.cards [data-item="${card}"]`))
    .filter(Boolean)
    .map((card) => ({ card, copy: card.cloneNode(true), from: card.getBoundingClientRect(), place }));
}

/** After it was drawn: let copies of the cards that are gone glide to their place. */
export function glide(cards) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const { card, copy, from, place } of cards) {
    const target = document.querySelector(`[data-place="${place}"]`)?.getBoundingClientRect();
    if (card.isConnected || !target) continue;
    copy.removeAttribute("data-item");
    copy.classList.add("gliding");
    copy.setAttribute("aria-hidden", "true");
    const { left, top, width, height } = from;
    const box = { left, top, width, height };
    for (const [side, px] of Object.entries(box)) copy.style.setProperty(side, `${px}px`);
    document.body.append(copy);
    const x = target.x + target.width / 2 - left - width / 2;
    const y = target.y + target.height / 2 - top - height / 2;
    const end = { transform: `translate(${x}px, ${y}px) scale(0.25)`, opacity: 0.2 };
    copy.animate([{ transform: "none", opacity: 1 }, end], GLIDE).finished.finally(() => copy.remove());
  }
}
