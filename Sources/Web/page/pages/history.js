/** History: timed practices, newest first, each with its sets and splits. */
import { announce } from '../shared/announcer.js';
import { element, fill } from '../shared/dom.js';
import { icon } from '../shared/icons.js';
import { link, sheet } from '../shared/parts.js';
import { text } from '../shared/texts.js';
import { ask, createQueue, load } from '../wire.js';

/**
 * Loads practices, newest first; null if the program is unavailable.
 * @param {string} [query]
 * @returns {Promise<{workouts: Practice[], more: boolean} | null>}
 */
export const loadHistory = (query = '') => load(`/history/list${query}`);

/**
 * Loads a practice's sets with the times of their rounds.
 * @param {string} id
 * @returns {Promise<Node[]>}
 */
export const loadSets = async (id) => ((await load(`/history/${id}`))?.sets ?? []).map(splits);

export const emblem = ['M4 12a8 8 0 1 0 2.5-5.8L4 8.5M4 4v4.5h4.5', 'M12 8v4.5l3 2'];

/** @type {CreatePage} */
export const create = (context) => {
  const list = element('ul', { class: 'practices' });
  const empty = element('div', { class: 'prose', hidden: true }, element('p', { class: 'quiet' }, text('page.history.empty')),
    link(context, 'profile', { class: 'to-profile' }, text('page.history.profile')));
  const more = element('button', { class: 'small', hidden: true, onclick: showMore }, text('page.history.more'));
  /** @type {Practice[]} */
  let shown = [];
  /** @type {number | undefined} */
  let changes;
  let isLeft = false;
  const queue = createQueue();

  /** Loads the newest practices. Existing entries stay as they are, open or closed. */
  async function refresh() {
    const page = await queue(loadHistory);
    if (!page || isLeft) return;
    const last = shown.findIndex((each) => each.id === page.workouts.at(-1)?.id);
    const rest = last < 0 ? [] : shown.slice(last + 1);
    if (rest.length === 0) more.hidden = !page.more;
    show(withRemoved(shown, [...page.workouts, ...rest]));
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
    fill(list, ...practices.map((practice) => before.get(JSON.stringify(practice)) ?? entry(practice, remove, restore)));
    // Reinserting an element removes its focus.
    if (list.contains(focused)) focused.focus({ preventScroll: true });
    empty.hidden = practices.length > 0;
  }

  /** Focuses the control that undoes the change or opens the entry.
   * @param {string} id
   * @param {true} [removed] */
  function mark(id, removed) {
    show(shown.map((each) => (each.id === id ? { ...each, removed } : each)));
    const item = list.children[shown.findIndex((each) => each.id === id)];
    (item?.querySelector('summary') ?? item?.querySelector('button'))?.focus();
  }

  /** @param {string} id */
  async function remove(id) {
    // Marked first: a newer list comes without it.
    mark(id, true);
    const { ok, line } = await queue(() => ask('DELETE', `/history/${id}`));
    if (!ok) mark(id);
    announce(ok ? text('page.history.removed') : line);
  }

  /** @param {string} id */
  async function restore(id) {
    const { ok, line } = await queue(() => ask('PUT', `/history/${id}`));
    if (ok) mark(id);
    announce(ok ? text('page.history.restored') : line);
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
 * Adds the removed ones of the `shown` practices to `all`, in place.
 * @param {Practice[]} shown
 * @param {Practice[]} all
 */
function withRemoved(shown, all) {
  for (const [index, each] of [...shown.entries()].reverse()) {
    if (!each.removed || all.some(({ id }) => id === each.id)) continue;
    const next = all.findIndex(({ id }) => id === shown[index + 1]?.id);
    all.splice(next < 0 ? all.length : next, 0, each);
  }
  return all;
}

/**
 * @param {Practice} practice
 * @param {(id: string) => void} remove
 * @param {(id: string) => void} restore
 */
function entry(practice, remove, restore) {
  const opened = element('div', { class: 'practice' },
    practice.state !== 'running' && element('button', {
      class: 'small', onclick: () => remove(practice.id),
    }, text('page.history.remove')));
  /** @type {Promise<void> | undefined} */
  let sets;
  // A practice may have thousands of rounds, so they are loaded when it is opened.
  const ontoggle = () => sets ??= loadSets(practice.id).then((all) => opened.prepend(...all));
  return element('li', { class: `card ${practice.kind}` }, ...practice.removed
    ? [element('div', { class: 'summary' }, ...summary(practice, text('page.history.gone'))),
      element('div', { class: 'practice' },
        element('button', { class: 'small', onclick: () => restore(practice.id) }, text('page.history.undo')))]
    : [element('details', { ontoggle }, element('summary', { class: 'summary' }, ...summary(practice)), opened)]);
}

/**
 * Returns a practice in a few words.
 * @param {Practice} practice
 * @param {string} [more]
 */
export function summary(practice, more = [practice.configuration, practice.time, practice.rounds, practice.stateText].join(' · ')) {
  return [icon(practice.kind), element('span', { class: 'summary-words' },
    element('span', {}, element('strong', {}, practice.title), ` · ${practice.date}`),
    element('span', { class: 'quiet' }, more))];
}

/**
 * Returns the times of a set's rounds, in order.
 * @param {PracticeSet} part
 */
function splits({ title, time, rounds }) {
  return element('div', {}, element('h2', {}, `${title} · ${time}`),
    element('ol', { class: 'splits', 'aria-label': text('page.history.splits') }, ...rounds.map(({ split }) => element('li', {}, split))));
}
