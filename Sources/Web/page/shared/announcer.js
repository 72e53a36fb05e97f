/**
 * Announcements for screen readers. Results and changed intervals are announced during feedback; everything else only
 * when no exercise runs. The text stays, because a reader may arrive late.
 */

/**
 * Announces a result at once; an empty text removes it.
 * @param {string} line
 */
export function announceResult(line) {
  put('said-at-once', line);
}

/**
 * Announces a text politely; an empty text removes it.
 * @param {string} line
 */
export function announce(line) {
  put('said', line);
}

/** @type {Set<string> | null} */
let known = null;
/** The number of the latest refusal.
 * @type {number | undefined} */
let told;

/**
 * Announces the lines of the hub that are new since the last call, none on the first, when they are read on the page. A
 * refusal is new each time.
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
 * Puts a line into a live region so that it is read even if the region already has it.
 * @param {HTMLElement} region
 * @param {string} line
 */
export function sayAgain(region, line) {
  const before = region.textContent ?? '';
  // Only changes are read: a different trailing blank makes the same words a change.
  region.textContent = line && before.trimEnd() === line ? line + (before.endsWith('\u00a0') ? '\u2002' : '\u00a0') : line;
}
