/**
 * The timer in use: its page, shown outside of exercises (free practice, countdown, rests, pauses, the result), its
 * line on training pages, and its cues.
 */
import { announce } from '../shared/announcer.js';
import { element, fill, pressButton, say, set } from '../shared/dom.js';
import { loadHistory, loadSets } from './history.js';
import { icon } from '../shared/icons.js';
import { bar, heading } from '../shared/parts.js';
import { isTimed } from '../router.js';
import { text } from '../shared/texts.js';

/** @type {CreatePage} */
export const create = (context) => {
  const title = heading(context.state()?.timer?.title ?? text('page.timers.title'));
  const label = element('p', { class: 'timer-label', id: 'timer-label' });
  const digits = element('span', { 'aria-hidden': 'true' });
  const spoken = element('span', { class: 'unseen' });
  const big = element('div', { class: 'big', role: 'timer', 'aria-labelledby': 'timer-label' }, digits, spoken);
  const cue = element('div', { class: 'cue', 'aria-hidden': 'true' });
  const facts = element('ul', { class: 'facts' });
  const line = element('p', { class: 'quiet' });
  const done = element('div', { class: 'done', hidden: true });
  const acts = element('div', { class: 'timer-buttons' });
  const main = element('main', { class: 'column timer-main' },
    element('div', { class: 'timer-view' }, label, big, cue, facts, line), done, acts);
  const node = element('div', { class: 'sheet timer-page timers' }, bar(context, title, [], 'timers'), main);
  let shownFacts = '';
  let shownActs = '';
  /** @type {number | undefined} */
  let changes;
  let isLeft = false;

  /** @param {string} intent */
  const post = (intent) => { context.wire.post({ intent }); };

  /** @param {PageState} state */
  function update(state) {
    const { timer } = state;
    if (!timer) return;
    say(title.children[0], timer.title);
    node.className = `sheet timer-page timers ${timer.kind} ${timer.phase}`;
    say(label, timer.timeLabel);
    say(digits, timer.time);
    say(spoken, timer.spoken);
    const all = timer.phase === 'countdown' ? [] : [timer.roundLine, timer.slotLine,
      ...timer.phase === 'finished' ? [] : [timer.setLine, timer.lastSplit && text('page.timer.last-split', { split: timer.lastSplit })]];
    const lines = all.filter((each) => each);
    if (lines.join() !== shownFacts) fill(facts, ...lines.map((each) => element('li', {}, each)));
    shownFacts = lines.join();
    say(line, timer.line);
    const key = `${timer.phase} ${timer.trains}`;
    if (key !== shownActs) {
      const hadFocus = acts.contains(document.activeElement);
      shownActs = key;
      fill(acts, ...choices(timer, post));
      if (hadFocus) acts.querySelector('button')?.focus();
    }
    showCue(cue);
    if (timer.phase === 'finished') showSplits(state);
    else done.hidden = true;
  }

  /** @param {PageState} state */
  async function showSplits(state) {
    done.hidden = false;
    if (state.historyChanges === changes) return;
    changes = state.historyChanges;
    const practice = (await loadHistory('?limit=1'))?.workouts[0];
    if (isLeft || !practice) return;
    fill(done, ...await loadSets(practice.id));
  }

  return {
    node, title: title.textContent ?? '', focus: title, update,
    key: (event, key) => {
      const state = context.state();
      if (!state?.timer) return;
      const next = '.round-done, .start-practice';
      const pressed = { press: next, ...state.timer.phase === 'paused' && { up: next, down: '.cancel' } }[key];
      if (isTimed(state) && key === 'back') post('timer-pause');
      else if (!pressed) return;
      else if (!event.repeat) /** @type {HTMLElement | null} */ (acts.querySelector(pressed))?.click();
      event.preventDefault();
    },
    leave: () => { isLeft = true; },
  };
};

/**
 * Returns the buttons of a timer's phase.
 * @param {Timer} timer
 * @param {(intent: string) => void} post
 */
function choices(timer, post) {
  /**
   * @param {string} name
   * @param {string} intent
   * @param {string} [kind]
   */
  const button = (name, intent, kind = 'cancel') => element('button', { class: kind, onclick: () => post(intent) },
    text(`page.timer.${name}`));
  switch (timer.phase) {
    case 'countdown': return [button('pause', 'timer-pause'), button('end', 'timer-end')];
    case 'running': return [
      !timer.trains && pressButton({ class: 'answer round-done' }, () => post('timer-round'), icon('check'),
        element('span', {}, text('page.timer.round-done'))),
      button('pause', 'timer-pause'),
    ];
    case 'resting': return [button('skip-rest', 'timer-skip-rest', 'start-practice'), button('pause', 'timer-pause')];
    case 'paused': return [button('resume', 'timer-confirm', 'start-practice'), button('end', 'timer-end')];
    case 'finished': return [button('done', 'timer-cancel', 'start-practice')];
    default: return [];
  }
}

/** How long a cue counts as new, in ms; the style sheet fades it within this time. */
const lasting = 2000;

/** @type {number | undefined} */
let told;
let words = '';
let end = 0;
/** The timer's phase at the last chance to announce it. */
let stage = 'unknown';

/**
 * Records the latest cue, and a countdown, once for every state.
 * @param {PageState} state
 */
export function noteCue({ timer, phase }) {
  const before = told;
  told = timer?.cue?.number ?? told ?? 0;
  const isNew = before !== undefined && before !== told;
  if (isNew) {
    words = timer?.cue?.text ?? '';
    end = performance.now() + lasting;
  }
  // A paused or ended timer has none.
  if (!timer?.cue) end = 0;
  // Not during an exercise: its notes would begin before the announcement ends.
  if (phase !== 'hub' && phase !== 'waiting') return;
  const from = stage;
  stage = timer?.phase ?? '';
  if (timer && stage === 'countdown' && from !== stage && from !== 'unknown') announce(text('page.timers.counting', { time: timer.spoken }));
  else if (isNew) announce(words);
}

/**
 * Shows the latest cue in `node` while it is new, and then removes it; returns whether it has just appeared.
 * @param {HTMLElement} node
 */
function showCue(node) {
  const isOver = performance.now() >= end;
  if (isOver) fill(node);
  if (isOver || node.dataset.cue === String(told)) return false;
  node.dataset.cue = String(told);
  fill(node, element('span', { class: 'cue-words' }, words));
  return true;
}

/** Creates a line with the time, the rounds, and a cue while it is new. */
export function createTimerLine() {
  const time = element('span', { 'aria-hidden': 'true' });
  const spoken = element('span', { class: 'unseen' });
  const rounds = element('span', { class: 'timer-rounds' });
  let slot = element('span');
  const cue = element('span', { class: 'timer-cue', 'aria-hidden': 'true' });
  const clock = element('div', { class: 'timer-time', role: 'timer' }, time, spoken);
  const node = element('div', { class: 'timer-line', hidden: true }, rounds,
    clock,
    element('span', { class: 'timer-side' }, slot, cue));
  /** @param {PageState} state */
  function update({ timer }) {
    node.hidden = !timer;
    if (!timer) return;
    set(clock, 'aria-label', timer.timeLabel);
    say(time, timer.time);
    say(spoken, timer.spoken);
    say(rounds, timer.roundLine);
    say(slot, timer.slotLine ?? timer.setLine ?? '');
    if (!showCue(cue)) return;
    // A new element makes room for the cue on each appearance.
    const anew = element('span', { class: 'way' }, slot.textContent);
    slot.replaceWith(anew);
    slot = anew;
  }
  return { node, update };
}
