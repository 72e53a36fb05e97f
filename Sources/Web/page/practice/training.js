/** The common parts of training pages: the bar, the interval, the focused region, and feedback. */
import { announce, announceResult } from '../shared/announcer.js';
import { element, fill, say, set } from '../shared/dom.js';
import { arrow, thumb } from '../shared/icons.js';
import { isTuned } from '../shared/modes.js';
import { bar } from '../shared/parts.js';
import { text } from '../shared/texts.js';
import { createTimerLine } from '../pages/timer.js';

/**
 * Creates a training page around `stage`. Its region has the role application, so that all keys reach the page while it
 * has focus, including those that screen readers use to move by headings and lists. Orca follows only focus within an
 * application, and names it in English.
 * @param {Context} context
 * @param {HTMLElement} stage
 * @param {(state: PageState) => void} render
 * @param {(event: KeyboardEvent, key: string, state: PageState) => boolean} use returns whether the key was used
 * @returns {Page}
 */
export function createTraining(context, stage, render, use) {
  const mode = context.state()?.mode ?? 'comparison';
  const name = text(`page.start.${mode}`);
  const title = element('h1', { id: 'title' }, name);
  const here = element('p', { role: 'status' });
  const seen = element('span', { 'aria-hidden': 'true' });
  const read = element('span', { class: 'unseen' });
  const interval = element('p', { class: /timing|beats|temperament/.test(mode) ? 'interval rhythm' : 'interval', id: 'interval' }, seen, read);
  const question = element('p', { class: 'question', hidden: !context.state()?.question });
  const feedback = element('div', { class: 'feedback', 'aria-hidden': 'true', hidden: true });
  const region = element('div', {
    class: 'region', role: 'application', 'aria-roledescription': text('page.training.exercise'), tabindex: -1,
    'aria-labelledby': 'title interval', 'aria-describedby': /matching|chords|temperament|listen/.test(mode) && 'hint',
  }, here, interval, question, stage, feedback);
  const top = bar(context, title, ['settings', 'profile']);
  const timer = createTimerLine();
  const node = element('div', { class: 'training' }, top, element('main', {}, timer.node, element('div', { class: 'outer', role: 'application' }, region)));
  interval.hidden = !/interval|chords|timing|beats|temperament/.test(mode);

  let shown = '';
  let said = '';
  let isAsked = false;

  /** @param {PageState} state */
  function update(state) {
    const heard = state.rhythm ?? state.beating ?? state.laying;
    if (heard) [seen, read].forEach((node) => say(node, heard));
    else if (state.interval) {
      const name = state.nextInterval ?? state.interval;
      say(seen, name);
      say(read, text('page.training.interval', { interval: name }));
    }
    // Its space stays, so that nothing moves.
    if (state.question) say(question, state.question);
    question.classList.toggle('past', !state.question);
    // Read in the first silence. Matching has none before its note; the button on Start has described it.
    const first = state.questions?.[mode];
    if (first && state.phase === 'awaiting-answer' && !isAsked) {
      isAsked = true;
      announce(first);
    }
    say(here, state.here ?? '');
    timer.update(state);
    const back = top.querySelector('.back');
    if (back) set(back, 'aria-label', text(state.timer ? 'page.timer.pause' : 'page.common.back'));
    render(state);
    const result = state.result?.text ?? state.feedback?.text ?? '';
    if (isAsked && result) {
      isAsked = false;
      announce('');
    }
    const key = result ? `${state.epoch} ${result}` : '';
    // If the next interval is known later than the result, both are announced then.
    const line = result && spoken(result, state);
    if (line && said !== key + line) announceResult(line);
    said = key + line;
    if (key === shown) return;
    shown = key;
    // A new element restarts the fade.
    fill(feedback, key !== '' && indicator(state));
    feedback.hidden = key === '';
  }

  return {
    node, title: name, focus: region, update,
    // An unanswered question is not read on the next page.
    leave: () => {
      if (isAsked) announce('');
    },
    key: (event, key) => {
      const state = context.state();
      if (state && use(event, key, state)) event.preventDefault();
    },
  };
}

/**
 * Creates the picture of a result: a thumb, or an arrow with its number. A listening answer does not fade.
 * @param {PageState} state
 */
function indicator({ feedback, result, mode, phase }) {
  if (result) {
    return element('div', { class: `result ${result.band}${isTuned(mode) && phase === 'feedback' ? ' fades' : ''}` },
      arrow(result.direction, result.band), element('span', { class: 'offset' }, result.shown));
  }
  return feedback
    && element('div', { class: `result ${feedback.correct ? 'correct' : 'incorrect'} fades` }, thumb(feedback.correct));
}

/**
 * Returns the announcement of a result, and of the next interval if it differs, or of the next step of a temperament.
 * @param {string} result
 * @param {PageState} state
 */
const spoken = (result, { interval, nextInterval: next, laying }) => {
  const follows = next && (laying ?? (next !== interval && text('page.training.interval', { interval: next })));
  return follows ? `${result}. ${follows}` : result;
};

/**
 * Creates the ending of exercises: one answer or commit for each. The page's controls are disabled at once, without
 * waiting for the program.
 * @param {Context} context
 * @param {(state: PageState) => void} render
 */
export function createEnding(context, render) {
  /** @type {number | null | undefined} The exercise that this page has ended. */
  let ended = -1;

  /** @param {PageState} state */
  const isOpen = (state) => (state.canAnswer || state.canTune) && state.epoch !== ended;

  /** @param {Record<string, unknown>} intent */
  async function end(intent) {
    const state = context.state();
    if (!state || !isOpen(state)) return;
    const { epoch } = state;
    ended = epoch;
    render(state);
    await context.wire.settle({ ...intent, epoch });
    if (ended !== epoch) return;
    // The intent did not arrive, or came before the note was heard: the exercise is still open.
    ended = -1;
    const newest = context.state();
    if (newest) render(newest);
  }

  return { isOpen, end };
}
