// @ts-check
/** Matching: the slider, the arrow keys, and a commit for those who do not let go of anything. */
import { element, pressesSomething, set } from './dom.js';
import { createSlider } from './slider.js';
import { text } from './texts.js';
import { createTraining, untilTold } from './training.js';

/** How far the thumb goes for a cent by key: enough to see that the key was taken. */
const thumbPerCent = 0.01;

/**
 * @param {import('./parts.js').Context} context
 * @returns {import('./parts.js').Screen}
 */
export function createMatching(context) {
  /** The exercise that this page has committed. */
  /** @type {number | null | undefined} */
  let committed = -1;
  /** @type {number | null | undefined} */
  let epoch = -1;

  const slider = createSlider((position) => {
    const state = context.state();
    if (state?.canTune && state.epoch !== committed) context.wire.slide(position, state.epoch);
  }, commit);
  const button = element('button', { type: 'button', class: 'commit', 'aria-disabled': 'true', onclick: commit },
    text('page.training.commit'));

  function commit() {
    const state = context.state();
    if (!state?.canTune || state.epoch === committed) return;
    committed = state.epoch;
    render(state);
    const { epoch } = state;
    context.wire.post({ intent: 'commit', epoch }).then(async (outcome) => {
      if (outcome.ok) await untilTold();
      if (committed !== epoch) return;
      // It did not arrive, or came before the note was heard: the exercise can still be committed.
      committed = -1;
      const newest = context.state();
      if (newest) render(newest);
    });
  }

  /** @param {import('./wire.js').PageState} state */
  function render(state) {
    const canTune = state.canTune && state.epoch !== committed;
    // Each exercise begins in the middle; while its result is shown, the slider rests where it was let go.
    if (state.epoch !== epoch && state.phase !== 'feedback') {
      epoch = state.epoch;
      slider.centre();
    }
    slider.activate(canTune);
    set(button, 'aria-disabled', String(!canTune));
  }

  const stage = element('div', { class: 'tuning' }, slider.node, button);
  return createTraining(context, stage, render, (event, state) => {
    if (pressesSomething(event)) return false;
    if (event.key === ' ' || event.key === 'Enter') {
      if (!event.repeat) commit();
      return true;
    }
    const direction = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 }[event.key];
    if (!direction) return false;
    if (!state.canTune || state.epoch === committed) return true;
    const cents = direction * (event.shiftKey ? 0.1 : 1);
    slider.nudge(cents * thumbPerCent);
    context.wire.post({ intent: 'step', cents, epoch: state.epoch });
    return true;
  });
}
