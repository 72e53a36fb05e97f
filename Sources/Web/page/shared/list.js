/** A list of words: a switch for each. At least one stays on. */
import { element, set } from './dom.js';

/** @type {CreateControl} */
export const createList = (setting, save) => {
  /** @type {HTMLInputElement[]} */
  const inputs = (setting.choices ?? []).map(({ value, label }) => element('input', {
    type: 'checkbox', role: 'switch', class: 'switch', value, 'aria-label': label,
    onchange: (/** @type {Event} */ { target }) => {
      if (chosen().length === 0) /** @type {HTMLInputElement} */ (target).checked = true;
      else save(chosen().join(', '));
      render();
    },
  }));
  const chosen = () => inputs.filter((each) => each.checked).map((each) => each.value);

  function render() {
    const isLast = chosen().length === 1;
    for (const input of inputs) set(input, 'aria-disabled', String(isLast && input.checked));
  }

  return {
    node: element('div', {
      class: 'intervals', role: 'group', 'aria-labelledby': `label-${setting.key}`, 'aria-describedby': `about-${setting.key}`,
    },
      ...inputs.map((input) => element('label', { class: 'interval-row' },
        element('span', { 'aria-hidden': 'true' }, input.getAttribute('aria-label')), input))),
    isWide: true,
    update: ({ value }) => {
      const words = value.split(',').map((each) => each.trim());
      for (const input of inputs) input.checked = words.includes(input.value);
      render();
    },
  };
};
