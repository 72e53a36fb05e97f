/** What is explained of higher and lower: large, where results stand, with the arrow that it is about, whatever page is open. */
import { announce } from '../shared/announcer.js';
import { element, fill } from '../shared/dom.js';
import { arrow } from '../shared/icons.js';

/** Its element, and what shows and says the newest state's. */
export function createExample() {
  const node = element('div', { class: 'feedback example', 'aria-hidden': 'true', hidden: true });
  let said = '';

  /** @param {PageState} state */
  function update({ example }) {
    node.hidden = !example;
    const text = example?.text ?? '';
    if (text === said) return;
    said = text;
    fill(node, example && element('div', { class: 'result' },
      example.answer && arrow(example.answer === 'higher' ? 'sharp' : 'flat', 'far'), element('span', { class: 'offset' }, text)));
    if (example) announce(text);
  }

  return { node, update };
}
