/** Info: the program, its keys, problems of this machine, and licences and credits. */
import { element, fill } from '../shared/dom.js';
import { group, paragraphs, sheet } from '../shared/parts.js';
import { text } from '../shared/texts.js';
import { load } from '../wire.js';

export const menu = 5;
export const emblem = ['M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17z', 'M12 11v5.5', 'M12 7.6v.1'];

/** @type {CreatePage} */
export const create = (context) => {
  const main = element('main');
  load('/info/list').then((info) => {
    if (!info) return;
    fill(main,
      element('div', { class: 'name' },
        element('img', { class: 'mark', src: '/assets/peach.svg', alt: '' }),
        element('p', { class: 'wordmark' }, info.name),
        element('p', { class: 'quiet' }, text('page.info.version', { version: info.version }))),
      paragraphs(info.about),
      group(text('page.info.keys'), ...keyLists(context.state())),
      group(text('page.info.check'), element('ul', {}, ...info.check.map(
        (/** @type {{state: string, line: string}} */ each) => element('li', { class: `row check ${each.state}` }, each.line)))),
      group(text('page.info.licences'), element('dl', { class: 'works' }, ...info.licences.map(
        (/** @type {{name: string, licence: string, address: string}} */ each) => element('div', { class: 'row' },
          element('dt', {}, each.name), element('dd', {}, each.licence,
            element('span', { class: 'address' }, each.address)))))),
      group(text('page.info.credits'), paragraphs(info.credits)),
      group(text('page.info.address'), paragraphs([info.address])));
  });
  return sheet(context, 'info', main);
};

/**
 * Returns the effects of keys, on one page or on all, under the name of the page.
 * @param {PageState | null} state
 * @param {string | null} [route] all of them without one
 */
function keyLists(state, route = null) {
  const letters = state?.letters;
  const names = {
    start: 'page.info.on-start', comparison: 'page.start.comparison', matching: 'page.start.matching',
    timing: 'page.start.timing', beats: 'page.start.beats', timer: 'page.timers.title', all: 'page.info.everywhere',
  };
  return Object.entries(names).filter(([each]) => !route || each === route || each === 'all').map(([each, name]) => {
    const lists = each === 'matching' && state?.hearsAgain ? [each, 'again'] : [each];
    const keys = lists.map((list) => text(`page.info.keys-${list}${letters || each.startsWith('tim') ? '' : '-no-letters'}`, {
      higher: letters?.higher ?? '', lower: letters?.lower ?? '',
    })).concat(state?.asksSureness && ['comparison', 'timing', 'beats'].includes(each) ? text('page.info.keys-sure') : []).join('   ');
    return element('section', { class: 'part' }, element(route ? 'p' : 'h3', { class: 'keys-of' }, text(name)), element('dl', { class: 'key-list' },
      ...keys.split(/ {3}/).map((line) => {
        const [key, deed] = line.split(/: (.*)/);
        return element('div', {}, element('dt', {}, key), element('dd', {}, deed));
      })));
  });
}

/**
 * Creates the list of a page's keys, to show over it.
 * @param {Route} route
 * @param {PageState | null} state
 */
export const createKeys = (route, state) => element('div', { class: 'keys card', id: 'keys', role: 'status' },
  ...keyLists(state, route === 'comparison' && ['timing', 'beats'].includes(state?.mode ?? '') ? state?.mode : route));
