// @ts-check
/** Controllers: what is plugged in, where its roles are, what it sends now, and whether its lights are lit. */
import { announce } from './announcer.js';
import { element, fill, say } from './dom.js';
import { sheet } from './parts.js';
import { text } from './texts.js';
import { ask, load } from './wire.js';

/**
 * @typedef {{role: string, label: string, where: string, light: boolean}} Role
 * @typedef {{id: string, name: string, profile: string, why?: string, asleep: boolean, others?: string[],
 *   roles: Role[], lines: string[]}} Controller
 */

const cues = ['can-answer', 'correct', 'incorrect'];
const kept = 3;
const litTime = 600;

/**
 * @param {import('./parts.js').Context} context
 * @returns {import('./parts.js').Screen}
 */
export function createControllers(context) {
  const list = element('div', { class: 'stack' });
  const main = element('main', {}, list);
  /** @type {Map<string, (message: {text: string, role?: string | null}) => void>} */
  const listeners = new Map();
  let plugged = '';

  async function refresh() {
    const found = await load('/controllers/list');
    if (!found) return;
    listeners.clear();
    const cards = found.controllers.map((/** @type {Controller} */ each) => {
      const { node, hear } = card(each);
      listeners.set(each.id, hear);
      return node;
    });
    fill(list, found.lines.length > 0 && element('div', { class: 'card prose' },
      ...found.lines.map((/** @type {string} */ line) => element('p', {}, line))),
      ...cards);
  }

  /** @type {EventSource | undefined} */
  let live;
  // Like the stream of states, only while somebody looks.
  const listen = () => {
    live?.close();
    if (document.hidden) return;
    live = new EventSource('/controllers/live');
    live.addEventListener('message', (event) => {
      const message = JSON.parse(event.data);
      listeners.get(message.id)?.(message);
    });
  };
  listen();
  document.addEventListener('visibilitychange', listen);

  return {
    ...sheet(context, 'controllers', main),
    update: (state) => {
      const now = JSON.stringify(state.controllers);
      if (now === plugged) return;
      plugged = now;
      refresh();
    },
    leave: () => {
      document.removeEventListener('visibilitychange', listen);
      live?.close();
    },
  };
}

/**
 * @param {Controller} controller
 */
function card(controller) {
  /** @type {Map<string, HTMLElement>} */
  const rows = new Map();
  const roles = element('dl', { class: 'rows' }, ...controller.roles.map((role) => {
    const row = element('div', { class: 'row' }, element('dt', {}, role.label),
      element('dd', {}, role.where, role.light && element('span', { class: 'quiet' }, ` · ${text('page.controllers.lit')}`)));
    rows.set(role.role, row);
    return row;
  }));
  const messages = element('ol', { class: 'messages' },
    element('li', { class: 'quiet' }, text('page.controllers.silent')));
  let isSilent = true;

  /** @param {{text: string, role?: string | null}} message */
  function hear(message) {
    if (isSilent) fill(messages);
    isSilent = false;
    messages.prepend(element('li', {}, message.text));
    while (messages.children.length > kept) messages.lastChild?.remove();
    const row = message.role && rows.get(message.role);
    if (!row) return;
    row.classList.add('lit');
    clearTimeout(Number(row.dataset.lit));
    row.dataset.lit = String(setTimeout(() => row.classList.remove('lit'), litTime));
  }

  const about = [
    text('page.controllers.profile', { profile: controller.profile }), controller.why ?? '',
    controller.asleep ? text('page.controllers.asleep') : '', ...(controller.others ?? []), ...controller.lines,
  ].filter((line) => line);
  const node = element('section', { class: 'group' },
    element('h2', {}, controller.name),
    element('div', { class: 'card' },
      element('div', { class: 'prose' }, ...about.map((line) => element('p', {}, line))),
      controller.roles.length > 0 && part('roles', roles),
      part('messages', messages),
      controller.roles.some((role) => role.light) && part('lights', lights(controller.id))));
  return { node, hear };
}

/**
 * @param {string} name
 * @param {HTMLElement} content
 */
function part(name, content) {
  return element('div', { class: 'part' }, element('h3', {}, text(`page.controllers.${name}`)), content);
}

/** @param {string} id */
function lights(id) {
  const line = element('p', { class: 'quiet' });
  return element('div', {}, element('div', { class: 'buttons' }, ...cues.map((cue) => element('button', {
    type: 'button', class: 'small',
    onclick: async () => {
      const outcome = await ask('POST', `/controllers/${encodeURI(id)}/lights`, { cue });
      say(line, outcome.line);
      announce(outcome.line);
    },
  }, text(`page.controllers.cue.${cue}`)))), line);
}
