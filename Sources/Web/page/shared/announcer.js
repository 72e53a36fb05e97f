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
/** What was refused last.
 * @type {number | undefined} */
let told;

/**
 * Says those of the hub's lines that are new since the last time, none the first time: they stand on the page. What is refused is
 * new each time.
 * @param {string[]} lines
 * @param {{number: number, line: string} | null} [refused]
 */
export function announceNews(lines, refused) {
  const again = refused?.number === told ? '' : refused?.line ?? '';
  const news = known ? lines.filter((line) => !known?.has(line) || line === again) : [];
  known = new Set(lines);
  told = refused?.number;
  if (news.length > 0) announce(news.join(' – '));
}

/**
 * @param {string} id
 * @param {string} line
 */
function put(id, line) {
  sayAgain(/** @type {HTMLElement} */ (document.getElementById(id)), line);
}

/**
 * Says a line in a live region, also where it says that already.
 * @param {HTMLElement} region
 * @param {string} line
 */
export function sayAgain(region, line) {
  const before = region.textContent ?? '';
  // Only what changes is read: a blank tells the same words again.
  region.textContent = line && before.trimEnd() === line ? line + (before.endsWith('\u00a0') ? '\u2002' : '\u00a0') : line;
}
