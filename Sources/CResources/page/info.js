// @ts-check
/** Info: what this is, which keys there are, what this machine lacks, and whose work is inside. */
import { element, fill } from './dom.js';
import { group, sheet } from './parts.js';
import { text } from './texts.js';
import { load } from './wire.js';

/** @type {import('./parts.js').Create} */
export const createInfo = (context) => {
  const main = element('main');
  load('/info/list').then((info) => {
    if (!info) return;
    const letters = context.state()?.letters;
    const isOn = letters ? '' : '-no-letters';
    const keys = text(`page.info.keys-comparison${isOn}`, {
      higher: letters?.higher.toUpperCase() ?? '', lower: letters?.lower.toUpperCase() ?? '',
    });
    fill(main,
      element('div', { class: 'name' },
        element('img', { class: 'mark', src: '/assets/peach.svg', alt: '' }),
        element('p', { class: 'wordmark' }, info.name),
        element('p', { class: 'quiet' }, text('page.info.version', { version: info.version }))),
      paragraphs(info.about),
      group(text('page.info.keys'), paragraphs([keys, text('page.info.keys-matching'), text('page.info.keys-all')])),
      group(text('page.info.check'), element('ul', { class: 'rows' }, ...info.check.map(
        (/** @type {{state: string, line: string}} */ each) => element('li', { class: `row check ${each.state}` }, each.line)))),
      group(text('page.info.licences'), element('dl', { class: 'rows works' }, ...info.licences.map(
        (/** @type {{name: string, licence: string, address: string}} */ each) => element('div', { class: 'row' },
          element('dt', {}, each.name), element('dd', {}, each.licence,
            element('span', { class: 'address' }, each.address)))))),
      info.credits.length > 0 && group(text('page.info.credits'), paragraphs(info.credits)),
      group(text('page.info.address'), paragraphs([info.address])));
  });
  return sheet(context, 'info', main);
};

/** @param {string[]} lines */
function paragraphs(lines) {
  return element('div', { class: 'prose' }, ...lines.filter((line) => line).map((line) => element('p', {}, line)));
}
