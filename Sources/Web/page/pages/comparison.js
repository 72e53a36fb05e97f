/** Comparison: Higher and Lower, by pointer, key or assistive technology. */
import { element, pressButton, set } from '../shared/dom.js';
import { icon } from '../shared/icons.js';
import { text } from '../shared/texts.js';
import { createEnding, createTraining } from '../practice/training.js';

/** Whether Lower is to the left of Higher, as on a keyboard, instead of below it. */
const isWide = matchMedia('(orientation: landscape)');

/** @type {Record<string, Answer>} The answers by arrow, as the buttons are arranged, and by letter. */
const answers = { up: 'higher', right: 'higher', higher: 'higher', down: 'lower', left: 'lower', lower: 'lower' };

/** @type {CreatePage} */
export const create = (context) => {
  const ending = createEnding(context, render);
  const answer = (/** @type {Answer} */ given) => ending.end({ intent: 'answer', answer: given });
  const button = (/** @type {Answer} */ given) => pressButton({ class: `answer ${given}`, 'aria-disabled': 'true' },
    () => answer(given), icon(given), element('span', {}, text(`page.training.${given}`)));
  const higher = button('higher');
  const lower = button('lower');

  /** @param {PageState} state */
  function render(state) {
    for (const [button, letter, arrow] of /** @type {const} */ (
      [[higher, state.letters?.higher, 'ArrowUp'], [lower, state.letters?.lower, 'ArrowDown']])) {
      set(button, 'aria-disabled', String(!ending.isOpen(state)));
      set(button, 'aria-keyshortcuts', letter ? `${letter.toUpperCase()} ${arrow}` : arrow);
    }
  }

  const stage = context.state()?.mode?.endsWith('listen')
    // Listening asks no question.
    ? element('p', { class: 'hint quiet', id: 'hint' }, text('page.training.listen'))
    : element('div', { class: 'answers' }, higher, lower);

  /** One order of the buttons for sight, Tab and screen readers. The focused button stays in place. */
  function arrange() {
    if (document.activeElement === lower) lower[isWide.matches ? 'after' : 'before'](higher);
    else higher[isWide.matches ? 'before' : 'after'](lower);
  }
  arrange();
  isWide.addEventListener('change', arrange);

  const training = createTraining(context, stage, render, (event, key) => {
    const given = answers[key];
    if (!given) return false;
    if (!event.repeat) answer(given);
    return true;
  });
  return { ...training, leave: () => isWide.removeEventListener('change', arrange) };
};
