/** Controllers: the connected ones, their roles, their messages, and their lights. */
import { announce } from '../shared/announcer.js';
import { element, fill, say } from '../shared/dom.js';
import { createDrawing } from '../shared/drawing.js';
import { paragraphs, sheet } from '../shared/parts.js';
import { createRoles } from '../shared/roles.js';
import { text } from '../shared/texts.js';
import { ask, load, page } from '../wire.js';

const cues = ['can-answer', 'correct', 'incorrect'];
const kept = 3;
/** The time after a refusal before the stream of messages is requested again, in ms. */
const retryAfter = 2000;

export const menu = 4;
export const emblem = ['M5 5.5h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2z', 'M9 13.5v5M15 13.5v5M8 5.5v8h2v-8M14 5.5v8h2v-8'];

/** @type {CreatePage} */
export const create = (context) => {
  const list = element('div', { class: 'stack' });
  const main = element('main', {}, list);
  /** @type {Map<string, Card>} */
  const cards = new Map();
  let plugged = '';
  let newest = 0;
  const waiting = createWaiting(cards, report);
  /** @type {Set<string>} the controllers whose mapping this page has requested */
  const asked = new Set();

  async function refresh() {
    newest += 1;
    const turn = newest;
    const found = await load('/controllers/list');
    if (!found || turn !== newest) return;
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.place : undefined;
    const open = new Set([...list.querySelectorAll('details[open]')].map((each) => each.id));
    cards.clear();
    for (const each of found.controllers) cards.set(each.id, card(each, actions(each.id)));
    fill(list, found.lines.length > 0 && paragraphs(found.lines, 'card'), ...[...cards.values()].map(({ node }) => node));
    for (const each of list.querySelectorAll('details')) each.open = open.has(each.id);
    // The focus is restored if its element still exists.
    [...list.querySelectorAll('button')].find((each) => focused && each.dataset.place === focused)?.focus({ preventScroll: true });
    waiting.show();
  }

  /**
   * @param {string} id
   * @returns {Actions}
   */
  const actions = (id) => ({
    pick: (role) => (waiting.isFor(id, role) ? waiting.cancel() : waiting.start(id, role)),
    go: async (way) => {
      asked.add(id);
      const outcome = await ask('POST', `/controllers/${encodeURI(id)}/mapping`, { to: way });
      if (!outcome.ok) report(id, outcome.line);
    },
  });

  /**
   * @param {string} id
   * @param {string} line
   */
  function report(id, line) {
    cards.get(id)?.report(line);
    announce(line);
  }

  /** @param {Learned} outcome */
  async function learned(outcome) {
    const isMine = outcome.role ? waiting.isFor(outcome.id, outcome.role) : asked.delete(outcome.id);
    if (isMine && outcome.role) waiting.stop();
    if (outcome.changed) await refresh();
    if (isMine) report(outcome.id, outcome.line);
  }

  const leave = listen(waiting.stop, learned, (message) => cards.get(message.id)?.hear(message));

  return {
    ...sheet(context, 'controllers', main),
    update: (state) => {
      const now = JSON.stringify(state.controllers);
      if (now === plugged) return;
      plugged = now;
      refresh();
    },
    key: (event, key) => {
      if (key !== 'back') return;
      // Escape never leaves this page: a control may have been found at this moment.
      event.preventDefault();
      waiting.cancel();
    },
    leave: () => {
      waiting.cancel();
      leave();
    },
  };
};

/**
 * Creates the wait for a control that the player moves for a role.
 * @param {Map<string, Card>} cards
 * @param {(id: string, line: string) => void} report
 */
function createWaiting(cards, report) {
  /** @type {(Waiting & {id: string}) | null} */
  let waiting = null;

  /** Ends waiting on this page. */
  function stop() {
    if (waiting) cards.get(waiting.id)?.wait(null);
    waiting = null;
  }

  /**
   * @param {string} id
   * @param {string} role
   */
  async function start(id, role) {
    stop();
    const mine = { id, role, line: '' };
    waiting = mine;
    const outcome = await ask('POST', `/controllers/${encodeURI(id)}/learn`, { page, role });
    if (waiting !== mine) return;
    if (!outcome.ok) {
      waiting = null;
      return report(id, outcome.line);
    }
    mine.line = outcome.value.line;
    cards.get(id)?.report('');
    cards.get(id)?.wait(mine);
    announce(mine.line);
  }

  return {
    start, stop,
    show: () => { if (waiting) cards.get(waiting.id)?.wait(waiting); },
    cancel: () => { if (waiting) ask('DELETE', `/controllers/${encodeURI(waiting.id)}/learn`); },
    /**
     * Returns whether it waits for this role's control.
     * @param {string} id
     * @param {string} role
     */
    isFor: (id, role) => waiting?.id === id && waiting.role === role,
  };
}

/** @typedef {{id: string, role?: string | null, line: string, changed: boolean}} Learned */

/**
 * Listens to the controllers while the page is visible: the program waits for a control only as long as this stream is
 * open. `stop` is called when it ends. Returns a function that ends it for good.
 * @param {() => void} stop
 * @param {(outcome: Learned) => void} learned
 * @param {(message: Message & {id: string}) => void} hear
 */
function listen(stop, learned, hear) {
  /** @type {EventSource | undefined} */
  let live;
  let retry = 0;
  const open = () => {
    clearTimeout(retry);
    live?.close();
    stop();
    if (document.hidden) return;
    live = new EventSource(`/controllers/live?page=${page}`);
    live.addEventListener('message', (event) => hear(JSON.parse(event.data)));
    live.addEventListener('learned', (event) => learned(JSON.parse(event.data)));
    live.addEventListener('error', () => {
      stop();
      // Browsers do not reconnect after a refusal.
      if (live?.readyState === EventSource.CLOSED) retry = window.setTimeout(open, retryAfter);
    });
  };
  open();
  document.addEventListener('visibilitychange', open);
  return () => {
    document.removeEventListener('visibilitychange', open);
    clearTimeout(retry);
    live?.close();
  };
}

/**
 * @param {Controller} controller
 * @param {Actions} actions
 * @returns {Card}
 */
function card(controller, actions) {
  const { node: roles, wait, report, glow } = createRoles(controller, actions);
  const labels = new Map([...controller.roles, ...controller.free].map(({ role, label }) => [role, label]));
  const drawing = controller.drawing.length > 0
    ? createDrawing(controller.drawing, (role) => labels.get(role) ?? role, actions.pick) : null;
  const messages = element('ol', { class: 'messages' },
    element('li', { class: 'quiet' }, text('page.controllers.silent')));
  let isSilent = true;

  /** @param {Message} message */
  function hear(message) {
    if (isSilent) fill(messages);
    isSilent = false;
    messages.prepend(element('li', {}, message.text));
    while (messages.children.length > kept) messages.lastChild?.remove();
    if (!message.role) return;
    glow(message.role);
    drawing?.light(message.role, message.note ?? undefined);
  }

  const about = [
    text('page.controllers.mapping', { mapping: controller.mapping }), controller.why ?? '',
    controller.asleep ? text('page.controllers.asleep') : '', ...(controller.others ?? []), ...controller.lines,
  ];
  const node = element('section', { class: 'group' },
    element('h2', {}, controller.name),
    element('div', { class: 'card' },
      paragraphs(about),
      part('roles', drawing?.node, roles),
      part('messages', messages),
      controller.roles.some((role) => role.light) && part('lights', lights(controller.id))));
  return { node, hear, wait, report };
}

/**
 * @param {string} name
 * @param {Child[]} content
 */
function part(name, ...content) {
  return element('div', { class: 'part' }, element('h3', {}, text(`page.controllers.${name}`)), ...content);
}

/** @param {string} id */
function lights(id) {
  const line = element('p', { class: 'quiet' });
  return element('div', {}, element('div', { class: 'buttons' }, ...cues.map((cue) => element('button', {
    class: 'small', 'data-place': `${id} ${cue}`,
    onclick: async () => {
      const outcome = await ask('POST', `/controllers/${encodeURI(id)}/lights`, { cue });
      say(line, outcome.line);
      announce(outcome.line);
    },
  }, text(`page.controllers.cue.${cue}`)))), line);
}
