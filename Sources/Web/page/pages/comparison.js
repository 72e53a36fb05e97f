/** Comparison: Higher and Lower, Late and Early, or Faster and Slower, by pointer, key or assistive technology. */
import { element, pressButton, set } from '../shared/dom.js';
import { icon } from '../shared/icons.js';
import { text } from '../shared/texts.js';
import { createEnding, createTraining } from '../practice/training.js';

/** Whether Lower is to the left of Higher, as on a keyboard, instead of below it. Early is always to the left of Late. */
const isWide = matchMedia('(orientation: landscape)');

/** @type {Record<string, Answer>} The answers by arrow, as the buttons are arranged, and by letter. */
const answers = { up: 'higher', right: 'higher', higher: 'higher', down: 'lower', left: 'lower', lower: 'lower' };

/** @type {CreatePage} */
export const create = (context) => {
  const ending = createEnding(context, render);
  const mode = context.state()?.mode;
  const isTiming = mode === 'timing';
  const names = isTiming ? { higher: 'late', lower: 'early' } : { higher: 'higher', lower: 'lower' };
  const words = mode === 'beats' ? { higher: 'faster', lower: 'slower' } : names;
  const answer = (/** @type {Answer} */ given) => ending.end({ intent: 'answer', answer: given });
  const button = (/** @type {Answer} */ given) => pressButton({ class: `answer ${given}`, 'aria-disabled': 'true' },
    () => answer(given), icon(names[given]), element('span', {}, text(`page.training.${words[given]}`)));
  const higher = button('higher');
  const lower = button('lower');

  /** @param {PageState} state */
  function render(state) {
    const letter = (/** @type {Answer} */ given) => state.letters?.[given].toUpperCase();
    for (const [button, key, arrow] of /** @type {const} */ ([
      [higher, isTiming ? 'ArrowRight' : letter('higher'), 'ArrowUp'], [lower, isTiming ? 'ArrowLeft' : letter('lower'), 'ArrowDown'],
    ])) {
      set(button, 'aria-disabled', String(!ending.isOpen(state)));
      set(button, 'aria-keyshortcuts', key ? `${key} ${arrow}` : arrow);
    }
  }

  const stage = mode?.endsWith('listen')
    // Listening asks no question.
    ? element('p', { class: 'hint quiet', id: 'hint' }, text(mode === 'timing-listen' ? 'page.training.timing-listen' : 'page.training.listen'))
    : element('div', { class: isTiming ? 'answers beside' : 'answers' }, higher, lower);

  /** One order of the buttons for sight, Tab and screen readers. The focused button stays in place. */
  function arrange() {
    const isBeside = isTiming || isWide.matches;
    if (document.activeElement === lower) lower[isBeside ? 'after' : 'before'](higher);
    else higher[isBeside ? 'before' : 'after'](lower);
  }
  arrange();
  isWide.addEventListener('change', arrange);

  const training = createTraining(context, stage, render, (event, key) => {
    const given = answers[key];
    // Letters do not answer early or late.
    if (!given || (isTiming && key === given)) return false;
    if (!event.repeat) answer(given);
    return true;
  });
  const leave = () => {
    training.leave?.();
    isWide.removeEventListener('change', arrange);
  };
  return { ...training, leave };
};
