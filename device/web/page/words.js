// Sentences by key, in the language of the box. A key without a sentence shows itself.

let sentences = {};
let language = "en";
let plurals = new Intl.PluralRules("en");

/** Load the sentences of a language; false if they cannot be had just now. */
export async function load(code) {
  try {
    const answer = await fetch(`/words/${encodeURIComponent(code)}.json`);
    if (!answer.ok) return false;
    sentences = await answer.json();
  } catch {
    return false;
  }
  language = code;
  plurals = new Intl.PluralRules(code);
  document.documentElement.lang = code;
  return true;
}

/** Call the games what the operator of the box calls them: names by game. */
export function rename(titles) {
  for (const [game, name] of Object.entries(titles)) sentences[`game.${game}`] = name;
}

/** Whether there is a sentence for a key. */
export function has(key) {
  return Object.hasOwn(sentences, key);
}

/** The sentence of a key with its parameters; one that depends on a number goes by `count`. */
export function say(key, params = {}) {
  if (!has(key)) return key;
  let text = sentences[key];
  if (typeof text !== "string") {
    const count = Math.abs(params.count ?? 0);
    text = (count === 0 && text.zero) || text[plurals.select(count)] || text.other;
  }
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in params ? params[name] : whole));
}

/** The first key that has a sentence, said; else the last one itself. */
export function sayFirst(keys, params = {}) {
  return say(keys.find(has) ?? keys[keys.length - 1], params);
}

/** "a, b and c" in the language of the box. */
export function list(texts) {
  return new Intl.ListFormat(language, { type: "conjunction" }).format(texts);
}

/** A number as the language writes it, with so many decimals. */
export function number(value, decimals = 0) {
  const form = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return new Intl.NumberFormat(language, form).format(value);
}
