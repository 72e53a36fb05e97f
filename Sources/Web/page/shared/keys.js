/** The names of keys on all pages. No other module knows their codes. */

/** @type {Record<string, string>} */
const names = {
  ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'right', ArrowLeft: 'left', ' ': 'press', Enter: 'press', Escape: 'back',
  F1: 'help', F2: 'where', F3: 'again', F4: 'explain', PageUp: 'page-up', PageDown: 'page-down', Backspace: 'step-back', Home: 'home', End: 'end',
  '?': 'help', w: 'where', x: 'explain', o: 'listen', O: 'listen', b: 'timing', B: 'timing', c: 'chords', C: 'chords', s: 'beats', k: 'temperament', K: 'temperament', r: 'again', p: 'profile', f: 'for-time', a: 'amrap', e: 'emom',
};

/**
 * Returns the name of a key; empty if the key presses the focused element, so that it does not act twice.
 * @param {KeyboardEvent} event
 * @param {PageState['letters']} [letters] the letters of Higher and Lower, if letters are keys
 */
export function nameOf({ key, target }, letters) {
  const letter = key.toLowerCase();
  if (letter === letters?.higher) return 'higher';
  if (letter === letters?.lower) return 'lower';
  const name = letters || key.trim().length !== 1 ? names[key] ?? '' : '';
  return name === 'press' && target instanceof Element && target.closest('a, button') ? '' : name;
}
