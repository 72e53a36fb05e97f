// @ts-check
/** The sheet that shows what a timer is set to before it begins, whoever asked for it. */
import { element, fill, say } from './dom.js';
import { icon } from './icons.js';
import { text } from './texts.js';
import { untilTold } from './training.js';

/** How far the sheet is dragged down before it goes, in px. */
const far = 80;

/** @param {import('./wire.js').Wire} wire */
export function createConfirmation(wire) {
  let shown = '';
  /** Put away here: it does not come back while the program is being told. */
  let isDismissed = false;
  let isChosen = false;
  /** @type {import('./wire.js').PageState | null} */
  let newest = null;
  const inner = element('div', { class: 'confirm-inner' });
  const refusal = element('p', { class: 'refusal' });
  const dialog = element('dialog', {
    class: 'confirm', 'aria-labelledby': 'confirm-title confirm-name', 'aria-describedby': 'confirm-rows',
    oncancel: (/** @type {Event} */ event) => {
      event.preventDefault();
      leave('timer-cancel');
    },
    // What is not in it is the backdrop.
    onclick: (/** @type {MouseEvent} */ event) => { if (event.target === dialog) leave('timer-cancel'); },
  }, inner);
  document.body.append(dialog);

  /** @param {'timer-cancel' | 'timer-confirm'} intent */
  async function leave(intent) {
    if (isDismissed) return;
    isDismissed = true;
    update(newest);
    const outcome = await wire.post({ intent });
    if (outcome.ok) await untilTold();
    // Where it is still asked for, it did not arrive.
    isDismissed = false;
    update(newest);
    say(refusal, outcome.line);
  }

  /** @param {import('./wire.js').PageState | null} state */
  function update(state) {
    newest = state;
    const timer = state?.timer?.phase === 'confirming' && !wire.gone ? state.timer : null;
    if (!timer || isDismissed) {
      if (!timer) isChosen = false;
      shown = '';
      dialog.style.transform = '';
      if (dialog.open) dialog.close();
      return;
    }
    const key = JSON.stringify([timer.title, timer.rows, isChosen]);
    if (key !== shown) {
      shown = key;
      draw(timer);
    }
    if (dialog.open) return;
    dialog.showModal();
    dialog.scrollTop = 0;
  }

  /** @param {import('./wire.js').Timer} timer */
  function draw(timer) {
    const handle = element('div', { class: 'handle', 'aria-hidden': 'true' });
    drag(handle);
    say(refusal, '');
    const heading = isChosen ? timer.title : text('page.timers.quick-start');
    dialog.className = `confirm ${timer.kind}`;
    fill(inner, handle,
      element('div', { class: 'timer-head' }, element('span', { class: 'emblem' }, icon(timer.kind)),
        element('div', {},
          element('h2', { id: 'confirm-title' }, text(isChosen ? 'page.timers.configured' : 'page.timers.quick-start')),
          element('p', { id: 'confirm-name', class: 'confirm-name' }, timer.title))),
      element('dl', { id: 'confirm-rows', class: 'confirm-rows' }, ...timer.rows.map(({ label, value }) =>
        element('div', { class: 'row' }, element('dt', {}, label), element('dd', {}, value)))),
      refusal,
      element('div', { class: 'confirm-acts' },
        element('button', { class: 'start-practice', autofocus: true, onclick: () => leave('timer-confirm') },
          icon('play'), text('page.timers.start-practice')),
        element('button', {
          class: 'cancel', 'aria-label': text('page.timers.cancel-start', { start: heading }), onclick: () => leave('timer-cancel'),
        }, text('page.timers.cancel'))));
  }

  /** @param {HTMLElement} handle */
  function drag(handle) {
    /** @type {number | null} */
    let from = null;
    const moved = (/** @type {PointerEvent} */ event) => (from === null ? 0 : Math.max(0, event.clientY - from));
    handle.onpointerdown = (event) => {
      from = event.clientY;
      handle.setPointerCapture(event.pointerId);
    };
    handle.onpointermove = (event) => { dialog.style.transform = moved(event) ? `translateY(${moved(event)}px)` : ''; };
    // Taken away by the system it springs back.
    handle.onlostpointercapture = (event) => {
      const isFar = moved(event) > far;
      from = null;
      dialog.style.transform = '';
      if (isFar) leave('timer-cancel');
    };
    handle.onpointercancel = () => { from = null; };
  }

  return {
    update,
    isOpen: () => dialog.open,
    /** @param {Record<string, unknown>} intent */
    ask: async (intent) => {
      isChosen = intent.intent === 'timer-choose';
      isDismissed = false;
      const outcome = await wire.post(intent);
      if (!outcome.ok) isChosen = false;
      return outcome;
    },
  };
}
