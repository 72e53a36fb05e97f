/** More exercises: everything that Start does not show, each with its purpose, and an example of higher and lower. */
import { element, say, set } from '../shared/dom.js';
import { createModes } from '../shared/modes.js';
import { link, sheet } from '../shared/parts.js';
import { text } from '../shared/texts.js';

/** @type {CreatePage} */
export const create = (context) => {
  const modes = createModes(context, ['listen', 'interval-listen', 'timing', 'timing-listen', 'chords', 'beats', 'temperament', 'explain'], update, (mode) => [
    element('span', { class: 'mode-name', id: `name-${mode}` }, text(`page.start.${mode}`)),
    element('span', { class: 'quiet', id: `about-${mode}` }, text(`page.more.${mode}`))]);
  const rating = link(context, 'settings', { class: 'more' }, text('page.more.sureness'));
  const said = element('p', { class: 'said', hidden: true });
  for (const node of modes.buttons) {
    const mode = node.dataset.to;
    set(node, 'aria-labelledby', `name-${mode}`);
    set(node, 'aria-describedby', `about-${mode} asks-${mode} why`);
  }

  /** @param {PageState} state */
  function update(state) {
    say(said, modes.show(state));
    said.hidden = !said.textContent;
  }

  const main = element('main', {}, modes.hinders,
    element('ul', { class: 'card exercises' }, ...modes.buttons.map((node) => element('li', {}, node))), rating, said, ...modes.questions);
  return {
    ...sheet(context, 'more', main), update,
    key: (event, key) => {
      // An example ends first.
      if (key !== 'back' || !context.state()?.example) return;
      context.wire.post({ intent: 'stop' });
      event.preventDefault();
    },
  };
};
