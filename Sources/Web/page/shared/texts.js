/** The page's own words, from the catalogues. */
import first from '../first.js';

let { texts } = first.texts;

/**
 * Fetches them anew; afterwards `text` knows them, and the document says its language.
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
 * A time in digits: `9:41`.
 * @param {number} seconds
 */
export function digits(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * A time in words.
 * @param {number} seconds
 */
export function durationWords(seconds) {
  const forms = new Intl.PluralRules(document.documentElement.lang);
  const parts = [['hours', Math.floor(seconds / 3600)], ['minutes', Math.floor(seconds / 60) % 60], ['seconds', seconds % 60]];
  return parts.filter(([, count]) => count)
    .map(([unit, count]) => text(`timer.${unit}.${forms.select(Number(count))}`, { count: String(count) })).join(' ');
}

/**
 * The text of `key`, with `{name}` replaced by `values.name`. A key without one stands for itself.
 * @param {string} key
 * @param {Record<string, string>} [values]
 */
export function text(key, values = {}) {
  return (texts[key] ?? key).replace(/\{([a-z-]+)\}/g, (whole, name) => values[name] ?? whole);
}
