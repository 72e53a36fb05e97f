// @ts-check
/**
 * What is told to those who listen to the page. Never over a sounding note: results and changed intervals are said
 * within feedback and taken away with it; all else is said only where no exercise runs.
 */

/**
 * Says a result at once, as it is over in 400 ms; an empty text takes it away.
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
  const isSaidAgain = line !== '' && document.getElementById('said')?.textContent === line;
  put('said', isSaidAgain ? '' : line);
  // Only what changes is read.
  if (isSaidAgain) requestAnimationFrame(() => put('said', line));
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
  if (news.length > 0) announce(news.join(' '));
}

/**
 * @param {string} id
 * @param {string} line
 */
function put(id, line) {
  const region = document.getElementById(id);
  if (region && region.textContent !== line) region.textContent = line;
}
