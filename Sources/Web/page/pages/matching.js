/** Matching: the slider, the arrow keys, and a commit button for players without a control to let go. */
import { element, fill, say, set } from '../shared/dom.js';
import { createSlider } from '../practice/slider.js';
import { text } from '../shared/texts.js';
import { createEnding, createTraining } from '../practice/training.js';

const hasKeys = matchMedia('(hover: hover)');
/** Modes in which a match was made, so that the hint is no longer needed. */
const understood = new Set();

/** @type {CreatePage} */
export const create = (context) => {
  /** @type {number | null | undefined} */
  let epoch = -1;
  const mode = context.state()?.mode;
  const ending = createEnding(context, render);
  const commit = () => ending.end({ intent: 'commit' });

  const slider = createSlider((position) => {
    const state = context.state();
    if (state && ending.isOpen(state)) context.wire.slide(position, state.epoch);
  }, commit);
  const hearAgain = () => context.wire.post({ intent: 'repeat', epoch: context.state()?.epoch });
  const again = element('button', {
    class: 'again', 'aria-disabled': 'true', onclick: hearAgain, onmousedown: (event) => event.preventDefault(),
  }, text('page.training.repeat'));
  const stepBack = () => context.wire.post({ intent: 'step-back', epoch: context.state()?.epoch });
  const back = element('button', {
    class: 'again', hidden: true, onclick: stepBack, onmousedown: (event) => event.preventDefault(),
  }, text('page.training.step-back'));
  const title = element('summary');
  const notes = element('ul');
  const laid = element('details', { class: 'laid', hidden: true }, title, notes);
  const button = element('button', { class: 'commit', 'aria-disabled': 'true', onclick: commit },
    text('page.training.commit'));

  /** @param {PageState} state */
  function render(state) {
    const canTune = ending.isOpen(state);
    again.hidden = !state.hearsAgain;
    set(again, 'aria-disabled', String(!canTune));
    back.hidden = !state.stepsBack;
    laid.hidden = !state.laid;
    if (state.laid && state.laid.join() !== laid.dataset.shown) {
      laid.dataset.shown = state.laid.join();
      say(title, state.laid[0]);
      fill(notes, ...state.laid.slice(1).map((line) => element('li', {}, line)));
    }
    // Each exercise begins in the middle; a result leaves the slider in the position of the release.
    if (state.epoch !== epoch && state.phase !== 'feedback') {
      epoch = state.epoch;
      slider.centre();
    }
    slider.activate(canTune);
    if (state.phase === 'feedback') understood.add(mode);
    hint.classList.toggle('past', understood.has(mode));
    say(hint, state.hint ?? text(`page.training.${hasKeys.matches ? 'keys' : 'touch'}`));
    set(button, 'aria-disabled', String(!canTune));
  }

  const hint = element('p', { class: 'hint quiet', id: 'hint', hidden: understood.has(mode) });
  const stage = element('div', { class: 'tuning' }, hint, element('div', { class: 'play' }, slider.node, button), again, back, laid);
  return createTraining(context, stage, render, (event, key, state) => {
    const act = { press: commit, again: state.hearsAgain && hearAgain, 'step-back': state.stepsBack && stepBack }[key];
    if (act) {
      if (!event.repeat) act();
      return true;
    }
    const direction = { up: 1, right: 1, down: -1, left: -1 }[key];
    if (!direction) return false;
    if (!ending.isOpen(state)) return true;
    const cents = direction * (event.shiftKey ? 0.1 : 1);
    if (state.tuningRange) slider.nudge(cents / state.tuningRange);
    context.wire.post({ intent: 'step', cents, epoch: state.epoch });
    return true;
  });
};
