/** The page's texts, from the catalogues. */
import first from '../first.js';

let { texts } = first.texts;

/**
 * Fetches the texts again, for `text`, and sets the document's language.
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
 * Returns a time in digits: `9:41`.
 * @param {number} seconds
 */
export function digits(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/**
 * Returns a time in words.
 * @param {number} seconds
 */
export function durationWords(seconds) {
  const forms = new Intl.PluralRules(document.documentElement.lang);
  const parts = [['hours', Math.floor(seconds / 3600)], ['minutes', Math.floor(seconds / 60) % 60], ['seconds', seconds % 60]];
  return parts.filter(([, count]) => count)
    .map(([unit, count]) => text(`timer.${unit}.${forms.select(Number(count))}`, { count: String(count) })).join(' ');
}

/**
 * Returns the text of `key`, with `{name}` replaced by `values.name`, or the key itself if it has no text.
 * @param {string} key
 * @param {Record<string, string>} [values]
 */
export function text(key, values = {}) {
  return (texts[key] ?? key).replace(/\{([a-z-]+)\}/g, (whole, name) => values[name] ?? whole);
}
