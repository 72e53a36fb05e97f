// @ts-check
/** The page's own words, as the program has them in its catalogues. */

/** @type {Record<string, string>} */
let texts = {};

/**
 * Fetches them; afterwards `text` knows them, and the document says its language.
 * @returns {Promise<boolean>} whether they have changed
 */
export async function loadTexts() {
  const answer = await fetch('/texts');
  if (!answer.ok) throw new Error(answer.statusText);
  const loaded = await answer.json();
  const changed = JSON.stringify(texts) !== JSON.stringify(loaded.texts);
  texts = loaded.texts;
  document.documentElement.lang = loaded.language;
  return changed;
}

/**
 * The text of `key`, with `{name}` replaced by `values.name`. A key without one stands for itself.
 * @param {string} key
 * @param {Record<string, string>} [values]
 */
export function text(key, values = {}) {
  return (texts[key] ?? key).replace(/\{([a-z-]+)\}/g, (whole, name) => values[name] ?? whole);
}
