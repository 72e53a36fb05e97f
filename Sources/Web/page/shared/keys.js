/** The names of keys on all pages. No other module knows their codes. */

/** @type {Record<string, string>} */
const names = {
  ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'right', ArrowLeft: 'left', ' ': 'press', Enter: 'press', Escape: 'back',
  F1: 'help', F2: 'where', F3: 'again', F4: 'explain', PageUp: 'page-up', PageDown: 'page-down', Home: 'home', End: 'end',
  '?': 'help', w: 'where', x: 'explain', o: 'listen', O: 'listen', r: 'again', p: 'profile', f: 'for-time', a: 'amrap', e: 'emom',
};

/**
 * Empty where a key presses what has focus, which is not to be done twice.
 * @param {KeyboardEvent} event
 * @param {PageState['letters']} [letters] where letters are keys: those of Higher and Lower
 */
export function nameOf({ key, target }, letters) {
  const letter = key.toLowerCase();
  if (letter === letters?.higher) return 'higher';
  if (letter === letters?.lower) return 'lower';
  const name = letters || key.trim().length !== 1 ? names[key] ?? '' : '';
  return name === 'press' && target instanceof Element && target.closest('a, button') ? '' : name;
}
