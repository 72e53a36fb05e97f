/** Parts shared by several pages. */
import { announce } from './announcer.js';
import { element } from './dom.js';
import { icon } from './icons.js';
import { text } from './texts.js';

/**
 * The pages by name, filled in by the module that imports them.
 * @type {Record<Route, PageModule & {path: string}>}
 */
export const pages = Object.create(null);

/**
 * Creates a link to another page. A plain click stays in this document; a new tab works as with every link.
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
 * Creates a link with an icon, that of its page or of the way back.
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
 * Creates the bar at the top: back, the title, and links to other pages.
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

/** @param {string} name the page's name. It takes focus: with the focused element gone, Orca reads only its content. */
export const heading = (name) => element('h1', { tabindex: -1 }, element('strong', {}, name));

/**
 * Creates a page with a title, for reading, which scrolls if it is long.
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
 * Returns the obstacle to any start, a paused timer; empty without one.
 * @param {PageState | null} state
 */
export const hindrance = (state) => (state?.timer?.phase === 'paused' ? `${state.timer.title}: ${state.timer.line}` : '');

/**
 * Requests a start, unless a paused timer prevents it, and returns the refusal to show.
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
 * Creates paragraphs from lines; empty lines are left out.
 * @param {string[]} lines
 * @param {string} [kind]
 */
export const paragraphs = (lines, kind = '') => element('div', { class: `prose ${kind}` },
  ...lines.filter((line) => line).map((line) => element('p', {}, line)));

/**
 * Creates a list of names and values.
 * @param {{label: string, value: string}[]} all
 * @param {Attributes} attributes
 */
export const rows = (all, attributes) => element('dl', attributes, ...all.map(({ label, value }) =>
  element('div', { class: 'row' }, element('dt', {}, label), element('dd', {}, value))));

/**
 * Creates a list of names and values, each read as one: `Duration: 10 minutes`.
 * @param {{label: string, value: string}[]} all
 * @param {Attributes} attributes
 */
export const lines = (all, attributes) => element('ul', attributes, ...all.map(({ label, value }) =>
  element('li', { class: 'row' }, element('span', { class: 'quiet' }, `${label}: `), element('span', { class: 'value' }, value))));

/**
 * Creates a titled group.
 * @param {string} title
 * @param {Child[]} children
 */
export function group(title, ...children) {
  return element('section', { class: 'group' }, element('h2', {}, title), element('div', { class: 'card' }, ...children));
}
