/** The sheet that shows a timer's configuration before it starts, for requests from any surface. */
import { announce, sayAgain } from '../shared/announcer.js';
import { element, fill, say } from '../shared/dom.js';
import { icon } from '../shared/icons.js';
import { lines } from '../shared/parts.js';
import { text } from '../shared/texts.js';

/** The distance in px beyond which dragging the sheet down cancels. */
const far = 80;

/** @typedef {(intent: 'timer-cancel' | 'timer-confirm') => void} Leave */

/** @param {import('../wire.js').Wire} wire */
export function createConfirmation(wire) {
  let shown = '';
  /** Dismissed here: the sheet does not reappear until the program has confirmed. */
  let isDismissed = false;
  let isChosen = false;
  /** The number of the latest refusal.
   * @type {number | undefined} */
  let refused;
  /** @type {PageState | null} */
  let newest = null;
  const inner = element('div', { class: 'confirm-inner' });
  const refusal = element('p', { class: 'refusal', id: 'confirm-refusal', role: 'status' });
  const dialog = createDialog(inner, () => leave('timer-cancel'));

  /** @type {Leave} */
  async function leave(intent) {
    if (isDismissed) return;
    isDismissed = true;
    update(newest);
    const outcome = await wire.settle({ intent });
    // If the timer still waits for confirmation, the intent did not arrive.
    isDismissed = false;
    update(newest);
    if (outcome.line) say(refusal, outcome.line);
  }

  /** @param {PageState | null} state */
  function update(state) {
    const before = newest?.timer;
    newest = state;
    const timer = state?.timer?.phase === 'confirming' && !wire.gone ? state.timer : null;
    if (!timer || isDismissed) {
      shown = '';
      dialog.style.transform = '';
      if (dialog.open) dialog.close();
      // For answers from any surface, once the page under the sheet is accessible again.
      if (!timer && before?.phase === 'confirming') {
        if (state && state.timer?.phase !== 'countdown') announce(text(`page.timers.${state.timer ? 'starting' : 'cancelled'}`, { start: heading(before, isChosen) }));
        isChosen = false;
      }
      return;
    }
    const key = JSON.stringify([timer.title, timer.rows, isChosen]);
    if (key !== shown) {
      shown = key;
      dialog.className = `confirm ${timer.kind}`;
      const handle = element('div', { class: 'handle', 'aria-hidden': 'true' });
      drag(handle, dialog, () => leave('timer-cancel'));
      fill(inner, handle, ...content(timer, heading(timer, isChosen), isChosen, refusal, leave));
    }
    if (dialog.open && state?.refused && state.refused.number !== refused) sayAgain(refusal, state.refused.line);
    else if (!dialog.open || !state?.refusal) say(refusal, state?.refusal ?? '');
    refused = state?.refused?.number;
    if (dialog.open) return;
    dialog.showModal();
    dialog.scrollTop = 0;
  }

  return {
    update,
    isOpen: () => dialog.open,
    /**
     * Requests a timer. A configuration from the form needs no confirmation, unless it could not start.
     * @param {Record<string, unknown>} intent
     */
    ask: async (intent) => {
      isChosen = isDismissed = intent.intent === 'timer-choose';
      const outcome = await wire.post(intent);
      isDismissed = false;
      isChosen &&= outcome.ok;
      if (isChosen) leave('timer-confirm');
      return outcome;
    },
  };
}

/**
 * @param {HTMLElement} inner
 * @param {() => void} cancel
 */
function createDialog(inner, cancel) {
  const dialog = element('dialog', {
    class: 'confirm', 'aria-labelledby': 'confirm-title confirm-name', 'aria-describedby': 'confirm-refusal confirm-rows',
    oncancel: (event) => {
      event.preventDefault();
      cancel();
    },
    // A click outside the content is on the backdrop.
    onclick: (event) => { if (event.target === dialog) cancel(); },
  }, inner);
  document.body.append(dialog);
  return dialog;
}

/**
 * @param {Timer} timer
 * @param {boolean} isChosen
 */
const heading = ({ title }, isChosen) => (isChosen ? title : text('page.timers.quick-start'));

/**
 * Returns the content of the sheet.
 * @param {Timer} timer
 * @param {string} start
 * @param {boolean} isChosen
 * @param {HTMLElement} refusal
 * @param {Leave} leave
 */
function content(timer, start, isChosen, refusal, leave) {
  const cancel = () => element('button', {
    class: 'cancel', 'aria-label': text('page.timers.cancel-start', { start }), onclick: () => leave('timer-cancel'),
  }, text('page.timers.cancel'));
  return [cancel(),
    element('div', { class: 'timer-head' }, element('span', { class: 'emblem' }, icon(timer.kind)),
      element('div', {},
        element('h2', { id: 'confirm-title' }, text(isChosen ? 'page.timers.configured' : 'page.timers.quick-start')),
        element('p', { id: 'confirm-name', class: 'confirm-name' }, timer.title))),
    lines(timer.rows, { id: 'confirm-rows', class: 'confirm-rows card', 'aria-label': text('page.timers.details') }),
    refusal,
    element('div', { class: 'confirm-acts' },
      element('button', {
        class: 'start-practice', autofocus: true, 'aria-label': !isChosen && text('page.timers.start-practice-quick'),
        'aria-description': !timer.configuration.countdownSeconds && text('page.timers.start-hint'), onclick: () => leave('timer-confirm'),
      }, icon('play'), text('page.timers.start-practice')),
      cancel())];
}

/**
 * Lets the handle drag the sheet down.
 * @param {HTMLElement} handle
 * @param {HTMLElement} sheet
 * @param {() => void} cancel
 */
function drag(handle, sheet, cancel) {
  let from = 0;
  let moved = 0;
  handle.onpointerdown = (event) => {
    from = event.clientY;
    moved = 0;
    sheet.style.transition = 'none';
    handle.setPointerCapture(event.pointerId);
  };
  handle.onpointermove = (event) => {
    if (!handle.hasPointerCapture(event.pointerId)) return;
    moved = Math.max(0, event.clientY - from);
    sheet.style.transform = `translateY(${moved}px)`;
  };
  // If the system takes the pointer away, the sheet springs back.
  handle.onpointercancel = () => { moved = 0; };
  handle.onlostpointercapture = () => {
    sheet.style.transition = sheet.style.transform = '';
    if (moved > far) cancel();
  };
}
