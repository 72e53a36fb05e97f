/** Info: what this is, which keys there are, what this machine lacks, and whose work is inside. */
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
      group(text('page.info.keys'), paragraphs(keyLines(null, context.state()))),
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
 * What keys do, on a page or on all of them.
 * @param {Route | null} route
 * @param {PageState | null} state
 */
function keyLines(route, state) {
  const letters = state?.letters;
  const isOn = letters ? '' : '-no-letters';
  return ['start', 'comparison', 'matching', ...state?.hearsAgain ? ['again'] : [], 'timer']
    .filter((each) => !route || route === (each === 'again' ? 'matching' : each)).concat('all')
    .map((each) => text(`page.info.keys-${each}${each === 'timer' ? '' : isOn}`, {
      higher: letters?.higher ?? '', lower: letters?.lower ?? '',
    }));
}

/**
 * The keys of a page, to be shown over it.
 * @param {Route} route
 * @param {PageState | null} state
 */
export const createKeys = (route, state) => element('div', { class: 'keys card', id: 'keys', role: 'status' },
  paragraphs(keyLines(route, state)));
