/** What several pages are made of. */
import { announce } from './announcer.js';
import { element } from './dom.js';
import { icon } from './icons.js';
import { text } from './texts.js';

/**
 * Every page by its name, filled in where they are imported.
 * @type {Record<Route, PageModule & {path: string}>}
 */
export const pages = Object.create(null);

/**
 * A link to another page. A plain press stays in this document; opening it elsewhere works as with every link.
 * @param {Context} context
 * @param {Route} route
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
export function link(context, route, attributes, ...children) {
  return element('a', {
    ...attributes, href: pages[route].path, 'data-to': route,
    onclick: (event) => {
      if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      context.go(route);
    },
  }, ...children);
}

/**
 * A link that is a picture, of where it leads or of the way back.
 * @param {Context} context
 * @param {Route} route
 * @param {Route | 'back'} picture
 */
export function iconLink(context, route, picture = route) {
  const name = text(route === 'start' ? 'page.common.back' : `page.${route}.title`);
  const hint = route === 'history' && text('page.history.hint');
  return link(context, route, { class: `tool ${picture}`, 'aria-label': name, 'aria-description': hint },
    icon(picture, pages[/** @type {Route} */ (picture)]?.emblem));
}

/**
 * The bar on top: back, the title, and where else one can go.
 * @param {Context} context
 * @param {HTMLElement} title
 * @param {Route[]} routes
 * @param {Route} [back]
 */
export function bar(context, title, routes, back = 'start') {
  return element('header', { class: 'bar' },
    iconLink(context, back, 'back'), title,
    element('nav', { class: 'tools', hidden: !routes.length, 'aria-label': text('page.common.more') },
      ...routes.map((route) => iconLink(context, route))));
}

/** @param {string} name of a page, which takes focus. Where what had it is gone, Orca says only what lies within. */
export const heading = (name) => element('h1', { tabindex: -1 }, element('strong', {}, name));

/**
 * A page with a title that is read, and scrolled where it is long.
 * @param {Context} context
 * @param {Route} route
 * @param {HTMLElement} main
 * @param {{name?: string, kind?: string, tools?: Route[], back?: Route}} more
 */
export function sheet(context, route, main, { name = text(`page.${route}.title`), kind = '', tools = [], back } = {}) {
  const focus = heading(name);
  main.classList.add('column');
  return { node: element('div', { class: `sheet ${kind}` }, bar(context, focus, tools, back), main), title: name, focus };
}

/**
 * Why nothing can be started now: a paused timer is in the way. Empty where something can.
 * @param {PageState | null} state
 */
export const hindrance = (state) => (state?.timer?.phase === 'paused' ? `${state.timer.title}: ${state.timer.line}` : '');

/**
 * Asks for something that is to start, unless a paused timer is in the way, and gives what is to be shown of a refusal.
 * @param {Context} context
 * @param {() => Promise<Outcome>} ask
 */
export async function begin(context, ask) {
  const why = hindrance(context.state());
  const line = why ? '' : (await ask()).line;
  if (why || line) announce(why || line);
  return line;
}

/**
 * Lines, a paragraph each; empty ones are left out.
 * @param {string[]} lines
 * @param {string} [kind]
 */
export const paragraphs = (lines, kind = '') => element('div', { class: `prose ${kind}` },
  ...lines.filter((line) => line).map((line) => element('p', {}, line)));

/**
 * Names with their values.
 * @param {{label: string, value: string}[]} all
 * @param {Attributes} attributes
 */
export const rows = (all, attributes) => element('dl', attributes, ...all.map(({ label, value }) =>
  element('div', { class: 'row' }, element('dt', {}, label), element('dd', {}, value))));

/**
 * Names with their values, each read as one: `Duration: 10 minutes`.
 * @param {{label: string, value: string}[]} all
 * @param {Attributes} attributes
 */
export const lines = (all, attributes) => element('ul', attributes, ...all.map(({ label, value }) =>
  element('li', { class: 'row' }, element('span', { class: 'quiet' }, `${label}: `), element('span', { class: 'value' }, value))));

/**
 * A titled group.
 * @param {string} title
 * @param {Child[]} children
 */
export function group(title, ...children) {
  return element('section', { class: 'group' }, element('h2', {}, title), element('div', { class: 'card' }, ...children));
}
