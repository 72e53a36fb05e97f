/** The example of higher and lower: large, in the place of results, with its arrow, on any page. */
import { announce } from '../shared/announcer.js';
import { element, fill } from '../shared/dom.js';
import { arrow } from '../shared/icons.js';

/** Creates the element and the function that shows and announces the latest state's example. */
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
