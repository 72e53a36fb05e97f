/** The grid of intervals: one row each, with up and down side by side. At least one stays chosen. */
import { element, set } from './dom.js';
import { icon } from './icons.js';
import { text } from './texts.js';

/**
 * @param {Setting} setting
 * @param {Save} save
 * @returns {Control}
 */
export function createIntervals(setting, save) {
  /** @type {Set<string>} */
  let chosen = new Set();
  const order = (setting.choices ?? []).map(({ value }) => value);
  /** @type {Map<string, HTMLButtonElement>} */
  const buttons = new Map();
  /** @type {Map<string, IntervalRow>} */
  const rows = new Map();

  for (const { value, label } of setting.choices ?? []) {
    const [name, direction = 'up'] = value.split(' ');
    const button = element('button', {
      class: 'toggle', 'aria-label': label, 'aria-pressed': 'false',
      onclick: () => toggle(value),
    }, icon(direction === 'down' ? 'lower' : 'higher'));
    buttons.set(value, button);
    const row = rows.get(name) ?? { name: label };
    rows.set(name, { ...row, [direction]: button, name: shared(row.name, label) });
  }

  /** @param {string} value */
  function toggle(value) {
    const wanted = new Set(chosen);
    if (!wanted.delete(value)) wanted.add(value);
    if (wanted.size === 0) return;
    chosen = wanted;
    render();
    save(order.filter((each) => chosen.has(each)).join(', '));
  }

  function render() {
    for (const [value, button] of buttons) {
      const isChosen = chosen.has(value);
      set(button, 'aria-pressed', String(isChosen));
      set(button, 'aria-disabled', String(isChosen && chosen.size === 1));
    }
  }

  const node = element('div', { class: 'intervals', role: 'group', 'aria-labelledby': `label-${setting.key}` },
    element('div', { class: 'interval-row heads', 'aria-hidden': 'true' }, element('span'),
      element('span', {}, text('page.settings.up')), element('span', {}, text('page.settings.down'))),
    ...[...rows.values()].map((row) => element('div', { class: 'interval-row' },
      element('span', { 'aria-hidden': 'true' }, row.name), row.up ?? element('span'), row.down ?? element('span'))));
  return {
    node,
    isWide: true,
    update: ({ value }) => {
      chosen = new Set(value.split(',').map((each) => each.trim()).filter((each) => buttons.has(each)));
      render();
    },
  };
}

/**
 * Returns the words that both names share by position: an interval's name without its direction.
 * @param {string} one
 * @param {string} other
 */
function shared(one, other) {
  const others = other.split(' ');
  return one.split(' ').filter((word, index) => word === others[index]).join(' ');
}
