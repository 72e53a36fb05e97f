/**
 * What the page says to a screen reader. Results and changed intervals are said within feedback; all else is said only
 * where no exercise runs. It stays, as a reader may come late.
 */

/**
 * Says a result at once; an empty text takes it away.
 * @param {string} line
 */
export function announceResult(line) {
  put('said-at-once', line);
}

/**
 * Says something calm; an empty text takes it away.
 * @param {string} line
 */
export function announce(line) {
  put('said', line);
}

/** @type {Set<string> | null} */
let known = null;

/**
 * Says those of the hub's lines that are new since the last time, none the first time: they stand on the page.
 * @param {string[]} lines
 */
export function announceNews(lines) {
  const news = known ? lines.filter((line) => !known?.has(line)) : [];
  known = new Set(lines);
  if (news.length > 0) announce(news.join(' – '));
}

/**
 * @param {string} id
 * @param {string} line
 */
function put(id, line) {
  const region = /** @type {HTMLElement} */ (document.getElementById(id));
  const before = region.textContent ?? '';
  // Only what changes is read: a blank tells the same words again.
  region.textContent = line && before.trimEnd() === line ? line + (before.endsWith('\u00a0') ? '\u2002' : '\u00a0') : line;
}
