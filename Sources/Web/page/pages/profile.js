/** Profile: the pictures, the numbers, and both in words. Read-only. */
import { element, fill, measureWord } from '../shared/dom.js';
import { group, paragraphs, rows, sheet } from '../shared/parts.js';
import { picture } from '../shared/pictures.js';
import { text } from '../shared/texts.js';
import { load } from '../wire.js';

let version = 0;

export const menu = 3;
export const emblem = ['M4 4v16h16', 'M7.5 15c2.5 0 2.5-6 5-6s2.5 3.5 7-2.5'];

/** @type {CreatePage} */
export const create = (context) => {
  const main = element('main');
  const shown = element('div', { class: 'stack' });
  /** @type {(() => void)[]} */
  let release = [];
  let order = 0;
  let isLeft = false;

  const leave = () => {
    release.forEach((each) => each());
    release = [];
  };
  /** @param {string} [interval] */
  const show = async (interval) => {
    order += 1;
    const mine = order;
    const query = interval ? `?interval=${interval}` : '';
    const profile = await load(`/profile/summary${query}`);
    if (!profile || isLeft || mine !== order) return;
    leave();
    version += 1;
    const pictures = profile.pictures.map((/** @type {{name: string, title: string, description: string}} */ each) => {
      const drawn = picture(each.name, each.description, version, interval);
      release.push(drawn.release);
      return element('section', { class: 'group' },
        element('h2', {}, each.title), element('div', { class: 'card drawn' }, drawn.node));
    });
    fill(shown, pictures[0], group(text('page.profile.numbers'), rows(profile.summary, {}),
      profile.about && element('p', { class: 'prose quiet' }, profile.about)),
      ...pictures.slice(1), group(text('page.profile.words'), paragraphs(profile.sentences)),
      profile.timing && group(profile.timing.title, paragraphs(profile.timing.sentences)),
      profile.beats && group(profile.beats.title, paragraphs(profile.beats.sentences)),
      profile.sureness && group(profile.sureness.title, rows(profile.sureness.numbers, {}), paragraphs(profile.sureness.sentences)),
      element('div', { class: 'buttons' },
        element('a', { class: 'small', href: `/profile/profile.svg${query}`, download: 'peach-profile.svg' }, text('page.profile.save'))));
    if (!interval) choose(profile);
  };
  /** @param {{interval: string, intervals: {value: string, label: string, state: string}[]}} profile */
  const choose = ({ interval, intervals }) => {
    const select = element('select', {
      onchange: () => {
        measureWord(select);
        show(select.value);
      },
    }, ...intervals.map(({ value, label }) => element('option', { value, selected: value === interval }, label)));
    measureWord(select);
    const choice = intervals.length > 1 && element('label', { class: 'setting' }, text('page.profile.interval'),
      element('div', { class: 'select' }, select));
    const all = intervals.length > 1 && group(text('page.profile.intervals'),
      rows(intervals.map(({ label, state }) => ({ label, value: state })), {}));
    fill(main, choice && element('div', { class: 'card' }, choice), shown, all);
  };
  show();

  return {
    ...sheet(context, 'profile', main),
    leave: () => {
      isLeft = true;
      leave();
    },
  };
};
