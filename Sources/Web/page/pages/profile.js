/** Profile: the pictures, the numbers, and what they say in words. Nothing here can be changed. */
import { element, fill } from '../shared/dom.js';
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
  /** @type {(() => void)[]} */
  const release = [];
  let isLeft = false;

  load('/profile/summary').then((profile) => {
    if (!profile || isLeft) return;
    version += 1;
    const pictures = profile.pictures.map((/** @type {{name: string, title: string, description: string}} */ each) => {
      const drawn = picture(each.name, each.description, version);
      release.push(drawn.release);
      return element('section', { class: 'group' },
        element('h2', {}, each.title), element('div', { class: 'card drawn' }, drawn.node));
    });
    fill(main, pictures[0], group(text('page.profile.numbers'), rows(profile.summary, {}),
      profile.about && element('p', { class: 'prose quiet' }, profile.about)),
      ...pictures.slice(1), group(text('page.profile.words'), paragraphs(profile.sentences)));
  });

  return {
    ...sheet(context, 'profile', main),
    leave: () => {
      isLeft = true;
      release.forEach((each) => each());
    },
  };
};
