/** What training pages share: the bar, the interval, the region that has focus, and feedback. */
import { announce, announceResult } from '../shared/announcer.js';
import { element, fill, say, set } from '../shared/dom.js';
import { arrow, thumb } from '../shared/icons.js';
import { bar } from '../shared/parts.js';
import { text } from '../shared/texts.js';
import { createTimerLine } from '../pages/timer.js';

/**
 * A training page around `stage`. Its region is an application: all keys reach the page while it has focus, those that
 * screen readers would take for headings and lists too. Orca hears only of focus within one, and has an English word for it.
 * @param {Context} context
 * @param {HTMLElement} stage
 * @param {(state: PageState) => void} render
 * @param {(event: KeyboardEvent, key: string, state: PageState) => boolean} use whether the key was used
 * @returns {Page}
 */
export function createTraining(context, stage, render, use) {
  const mode = context.state()?.mode ?? 'comparison';
  const name = text(`page.start.${mode}`);
  const title = element('h1', { id: 'title' }, name);
  const here = element('p', { role: 'status' });
  const seen = element('span', { 'aria-hidden': 'true' });
  const read = element('span', { class: 'unseen' });
  const interval = element('p', { class: 'interval', id: 'interval' }, seen, read);
  const question = element('p', { class: 'question', hidden: !context.state()?.question });
  const feedback = element('div', { class: 'feedback', 'aria-hidden': 'true', hidden: true });
  const region = element('div', {
    class: 'region', role: 'application', 'aria-roledescription': text('page.training.exercise'), tabindex: -1,
    'aria-labelledby': 'title interval', 'aria-describedby': !mode.endsWith('comparison') && 'hint',
  }, here, interval, question, stage, feedback);
  const top = bar(context, title, ['settings', 'profile']);
  const timer = createTimerLine();
  const node = element('div', { class: 'training' }, top, element('main', {}, timer.node, element('div', { class: 'outer', role: 'application' }, region)));
  interval.hidden = !mode.startsWith('interval');

  let shown = '';
  let said = '';
  let isAsked = false;

  /** @param {PageState} state */
  function update(state) {
    if (state.interval) {
      const name = state.nextInterval ?? state.interval;
      say(seen, name);
      say(read, text('page.training.interval', { interval: name }));
    }
    // Its room stays: nothing moves.
    if (state.question) say(question, state.question);
    question.classList.toggle('past', !state.question);
    // Read in the first silence: before a match there is none, but Start's button has said it.
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
    // The next interval may be known later than the result: both are said then.
    const line = result && spoken(result, state);
    if (line && said !== key + line) announceResult(line);
    said = key + line;
    if (key === shown) return;
    shown = key;
    // A new element begins the fade anew.
    fill(feedback, key !== '' && indicator(state));
    feedback.hidden = key === '';
  }

  return {
    node, title: name, focus: region, update,
    key: (event, key) => {
      const state = context.state();
      if (state && use(event, key, state)) event.preventDefault();
    },
  };
}

/**
 * What is seen of a result: a thumb, or an arrow with its number. What only was heard stays as long as it is told.
 * @param {PageState} state
 */
function indicator({ feedback, result, mode, phase }) {
  if (result) {
    return element('div', { class: `result ${result.band}${mode?.endsWith('matching') && phase === 'feedback' ? ' fades' : ''}` },
      arrow(result.direction, result.band), element('span', { class: 'offset' }, result.shown));
  }
  return feedback
    && element('div', { class: `result ${feedback.correct ? 'correct' : 'incorrect'} fades` }, thumb(feedback.correct));
}

/**
 * What is said of it, and the next interval where it is another one.
 * @param {string} result
 * @param {PageState} state
 */
const spoken = (result, { interval, nextInterval: next }) =>
  (next && next !== interval ? `${result}. ${text('page.training.interval', { interval: next })}` : result);

/** Waits until what counts has been told of, in ms, even on a busy machine. */
export const untilTold = () => new Promise((resolve) => setTimeout(resolve, 400));

/**
 * What ends an exercise: an answer or a commit, one for each. The page's controls are off at once, not when the program has
 * said so.
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
    const outcome = await context.wire.post({ ...intent, epoch });
    if (outcome.ok) await untilTold();
    if (ended !== epoch) return;
    // It did not arrive, or came before the note was heard, and the exercise can still be ended.
    ended = -1;
    const newest = context.state();
    if (newest) render(newest);
  }

  return { isOpen, end };
}
