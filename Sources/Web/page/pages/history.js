/** History: timed practices, newest first, each with its sets and splits. */
import { announce } from '../shared/announcer.js';
import { element, fill } from '../shared/dom.js';
import { icon } from '../shared/icons.js';
import { sheet } from '../shared/parts.js';
import { text } from '../shared/texts.js';
import { ask, load } from '../wire.js';

/**
 * Practices, newest first; null where the program is not there.
 * @param {string} [query]
 * @returns {Promise<{workouts: Practice[], more: boolean} | null>}
 */
export const loadHistory = (query = '') => load(`/history/list${query}`);

/**
 * The sets of a practice with the times of their rounds; none where the program is not there.
 * @param {string} id
 * @returns {Promise<Node[]>}
 */
export const loadSets = async (id) => ((await load(`/history/${id}`))?.sets ?? []).map(splits);

export const emblem = ['M4 12a8 8 0 1 0 2.5-5.8L4 8.5M4 4v4.5h4.5', 'M12 8v4.5l3 2'];

/** @type {CreatePage} */
export const create = (context) => {
  const list = element('ul', { class: 'practices' });
  const empty = element('p', { class: 'quiet', hidden: true }, text('page.history.empty'));
  const more = element('button', { class: 'small', hidden: true, onclick: showMore }, text('page.history.more'));
  /** @type {Practice[]} */
  let shown = [];
  /** @type {number | undefined} */
  let changes;
  let isLeft = false;

  /** What is there stays as it is, opened or not. */
  async function refresh() {
    const page = await loadHistory();
    if (!page || isLeft) return;
    const last = shown.findIndex((each) => each.id === page.workouts.at(-1)?.id);
    const rest = last < 0 ? [] : shown.slice(last + 1);
    if (rest.length === 0) more.hidden = !page.more;
    show([...page.workouts, ...rest]);
  }

  async function showMore() {
    const page = await loadHistory(`?before=${shown.at(-1)?.id}`);
    if (!page || isLeft) return;
    more.hidden = !page.more;
    const count = shown.length;
    show([...shown, ...page.workouts]);
    list.children[count]?.querySelector('summary')?.focus();
  }

  /** @param {Practice[]} practices */
  function show(practices) {
    const before = new Map(shown.map((each, index) => [JSON.stringify(each), list.children[index]]));
    shown = practices;
    const focused = /** @type {HTMLElement} */ (document.activeElement);
    fill(list, ...practices.map((practice) => before.get(JSON.stringify(practice)) ?? entry(practice)));
    // Elements that are put back have lost it.
    if (list.contains(focused)) focused.focus({ preventScroll: true });
    empty.hidden = practices.length > 0;
  }

  /** @param {Practice} practice */
  function entry(practice) {
    const opened = element('div', { class: 'practice' },
      practice.state !== 'running' && element('button', {
        class: 'small', onclick: () => remove(practice.id),
      }, text('page.history.remove')));
    let isAsked = false;
    // A practice may have thousands of rounds: they come when they are looked at.
    async function toggled() {
      if (isAsked) return;
      isAsked = true;
      opened.prepend(...await loadSets(practice.id));
    }
    return element('li', { class: `card ${practice.kind}` }, element('details', { ontoggle: toggled },
      element('summary', { class: 'summary' }, ...summary(practice)), opened));
  }

  /** @param {string} id */
  async function remove(id) {
    const index = shown.findIndex((each) => each.id === id);
    const outcome = await ask('DELETE', `/history/${id}`);
    if (!outcome.ok) return announce(outcome.line);
    show(shown.filter((each) => each.id !== id));
    const next = list.children[Math.min(index, shown.length - 1)]?.querySelector('summary') ?? screen.focus;
    next.focus();
    announce(text('page.history.removed'));
  }

  const screen = sheet(context, 'history', element('main', {}, empty, list, element('div', { class: 'buttons end' }, more)),
    { kind: 'timers', back: 'timers' });
  return {
    ...screen,
    update: (state) => {
      if (state.historyChanges === changes) return;
      changes = state.historyChanges;
      refresh();
    },
    leave: () => { isLeft = true; },
  };
};

/**
 * A practice in a few words.
 * @param {Practice} practice
 */
export function summary(practice) {
  return [icon(practice.kind), element('span', { class: 'summary-words' },
    element('span', {}, element('strong', {}, practice.title), ` · ${practice.date}`),
    element('span', { class: 'quiet' },
      [practice.configuration, practice.time, practice.rounds, practice.stateText].join(' · ')))];
}

/**
 * The times of a set's rounds, in order.
 * @param {PracticeSet} part
 */
function splits({ title, time, rounds }) {
  return element('div', {}, element('h2', {}, `${title} · ${time}`),
    element('ol', { class: 'splits', 'aria-label': text('page.history.splits') }, ...rounds.map(({ split }) => element('li', {}, split))));
}
