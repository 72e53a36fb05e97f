/** Comparison: Higher and Lower, Late and Early, or Faster and Slower, sure or not, by pointer, key or assistive technology. */
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
  const answer = (/** @type {Answer} */ given, isSure = false) => ending.end({ intent: 'answer', answer: given, ...isSure && { sure: true } });
  const button = (/** @type {Answer} */ given, isSure = false) => pressButton({ class: `answer ${given}`, 'aria-disabled': 'true' },
    () => answer(given, isSure), icon(names[given]), element('span', {}, text(`page.training.${words[given]}`)),
    isSure && element('span', { class: 'rating' }, text('page.training.sure')));
  const higher = button('higher');
  const lower = button('lower');
  const surelyHigher = button('higher', true);
  const surelyLower = button('lower', true);
  /** Whether answers can be marked as sure, by buttons on the outside. */
  let isRated = context.state()?.asksSureness === true;

  /** @param {PageState} state */
  function render(state) {
    if (isRated !== (state.asksSureness === true)) {
      isRated = !isRated;
      arrange();
    }
    for (const [button, key] of /** @type {const} */ ([[surelyHigher, isTiming ? 'ArrowRight' : 'ArrowUp'], [surelyLower, isTiming ? 'ArrowLeft' : 'ArrowDown']])) {
      set(button, 'aria-disabled', String(!ending.isOpen(state)));
      set(button, 'aria-keyshortcuts', `Shift+${key}`);
    }
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
    // Early and Late of a narrow page are two columns, each with the sure answer on top.
    const ordered = !isBeside ? [surelyHigher, higher, lower, surelyLower]
      : isWide.matches ? [surelyLower, lower, higher, surelyHigher] : [surelyLower, lower, surelyHigher, higher];
    const shown = ordered.filter((button) => isRated || button === higher || button === lower);
    // A removed button leaves the focus to its answer without a rating: screen readers must not leave the exercise.
    const twin = document.activeElement === surelyHigher ? higher : document.activeElement === surelyLower ? lower : null;
    if (!isRated) twin?.focus({ preventScroll: true });
    const focused = shown.findIndex((button) => button === document.activeElement);
    const fixed = focused < 0 ? shown.indexOf(higher) : focused;
    ordered.filter((button) => !shown.includes(button)).forEach((button) => button.remove());
    shown[fixed].before(...shown.slice(0, fixed));
    shown[fixed].after(...shown.slice(fixed + 1));
    stage.classList.toggle('rated', isRated);
  }
  arrange();
  isWide.addEventListener('change', arrange);

  const training = createTraining(context, stage, render, (event, key) => {
    const given = answers[key];
    // Letters do not answer early or late.
    if (!given || (isTiming && key === given)) return false;
    // Shift with a letter is a capital, as from Caps Lock.
    if (!event.repeat) answer(given, isRated && event.shiftKey && key !== given);
    return true;
  });
  const leave = () => {
    training.leave?.();
    isWide.removeEventListener('change', arrange);
  };
  return { ...training, leave };
};
