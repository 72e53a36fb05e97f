/** Controls for settings. Each accepts only values in range and saves every change. */
import { element, fill, measureWord, pressButton, say, set } from './dom.js';
import { icon } from './icons.js';
import { createIntervals } from './intervals.js';
import { nameOf } from './keys.js';
import { createList } from './list.js';
import { text } from './texts.js';

const custom = '*';
const repeatAfter = 400;
const repeatEvery = 80;

/**
 * Creates the control for a setting, by its kind.
 * @type {CreateControl}
 */
export const createControl = (setting, save) => {
  switch (setting.kind) {
    case 'on-off': return createSwitch(setting, save);
    case 'choice': return createSelect(setting, save, null);
    case 'intervals': return createIntervals(setting, save);
    case 'list': return createList(setting, save);
    case 'integer': return createStepper(setting, save);
    case 'number': return setting.unit ? createStepper(setting, save) : createRange(setting, save);
    case 'auto-or-integer':
    case 'off-or-number': return createSelect(setting, save, createStepper);
    default: return createSelect(setting, save, createName);
  }
};

/**
 * Creates a setting's row: its name, its control, and its explanation.
 * @param {{key: string, label: string}} setting
 * @param {Control} control
 * @param {Child[]} about
 */
export function settingRow({ key, label }, control, ...about) {
  return element('div', { class: control.isWide ? 'setting wide' : 'setting' },
    element('span', { class: 'setting-label', 'aria-hidden': 'true', id: `label-${key}` }, label),
    element('div', { class: 'setting-control' }, control.node),
    element('div', { class: 'setting-about quiet', id: `about-${key}` }, ...about));
}

/**
 * Focuses a setting's control; of several, the last visible one, which is the value itself.
 * @param {string} key
 */
export function focusOn(key) {
  const controls = [...document.querySelectorAll(`[aria-labelledby="label-${key}"]`)].filter((each) => each.getClientRects().length > 0);
  /** @type {HTMLElement} */ (controls.at(-1))?.focus();
}

/** @param {Setting} setting */
function names(setting) {
  return { 'aria-labelledby': `label-${setting.key}`, 'aria-describedby': `about-${setting.key}` };
}

/** @type {CreateControl} */
const createSwitch = (setting, save) => {
  /** @type {HTMLInputElement} */
  const input = element('input', {
    type: 'checkbox', role: 'switch', class: 'switch', ...names(setting),
    onchange: () => save(input.checked ? 'on' : 'off'),
  });
  return { node: input, update: ({ value }) => { input.checked = value === 'on'; } };
};

/** @type {CreateControl} */
const createRange = (setting, save) => {
  const shown = element('span', { class: 'shown', 'aria-hidden': 'true' });
  /** @type {HTMLInputElement} */
  const input = element('input', {
    type: 'range', ...names(setting), min: setting.minimum, max: setting.maximum, step: setting.step ?? 'any',
    oninput: () => {
      const value = decimal(+input.value, setting.step ?? 0.01);
      // Read aloud while it moves.
      set(input, 'aria-valuetext', value.replace('.', (1.1).toLocaleString(document.documentElement.lang)[1]));
      save(value);
    },
  });
  return {
    node: element('div', { class: 'range' }, input, shown),
    isWide: true,
    update: (newest) => {
      // Not while the player moves it.
      if (!input.matches(':active')) input.value = newest.value;
      set(input, 'aria-valuetext', newest.shown);
      say(shown, newest.shown);
    },
  };
};

/**
 * Creates a stepper: less, an editable value, more. Arrows move by one step, page keys by ten, Home and End to the
 * limits.
 * @type {CreateControl}
 */
const createStepper = (setting, save) => {
  let value = +setting.value;
  let low = setting.minimum ?? 0;
  let high = setting.maximum ?? 0;
  const step = setting.step ?? 1;
  const read = setting.read ?? ((text) => parseFloat(text.replace(',', '.')));
  const typed = createText(setting, take, (event, key) => {
    const steps = { up: 1, down: -1, 'page-up': 10, 'page-down': -10 }[key];
    if (steps) stepBy(steps);
    else if (typed.isTyping() || !['home', 'end'].includes(key)) return;
    else go(key === 'home' ? low : high);
    event.preventDefault();
  }, { class: 'value', role: 'spinbutton' });
  const { node } = typed;
  const less = stepButton('less', setting.label, () => stepBy(-1));
  const more = stepButton('more', setting.label, () => stepBy(1));

  /** @param {number} steps counted from the typed value, if it is a number */
  function stepBy(steps) {
    const from = typed.isTyping() ? read(node.value.trim()) : value;
    if (Number.isFinite(from)) go(from + steps * step);
    else typed.finish();
  }

  /** @param {number} wanted */
  function go(wanted) {
    typed.restore();
    // Limits need not lie on the steps.
    const next = between(Number(decimal(wanted, step)));
    if (next === value) return;
    value = next;
    save(String(value));
  }

  /** @param {string} text */
  function take(text) {
    const wanted = read(text);
    const isPossible = wanted === between(wanted);
    if (isPossible) value = wanted;
    render();
    // The program also parses note names, and explains invalid values.
    if (!setting.refuse) return save(text);
    if (isPossible) return save(String(value));
    typed.restore();
    setting.refuse(text);
  }

  /** @param {number} wanted */
  function between(wanted) {
    return Math.max(low, Math.min(high, wanted));
  }

  function render() {
    set(node, 'aria-valuenow', `${value}`);
    set(less, 'aria-disabled', String(value <= low));
    set(more, 'aria-disabled', String(value >= high));
  }

  return {
    node: element('div', { class: 'stepper' }, less, node, more),
    update: (newest) => {
      if (Number.isFinite(+newest.value)) value = +newest.value;
      low = newest.minimum ?? low;
      high = newest.maximum ?? high;
      set(node, 'aria-valuemin', String(low));
      set(node, 'aria-valuemax', String(high));
      set(node, 'aria-valuetext', newest.spoken ?? newest.shown);
      typed.show(newest.shown);
      render();
    },
  };
};

/**
 * Creates a text field that is selected until the player types. Escape restores the saved text.
 * @param {Setting} setting
 * @param {Save} take
 * @param {(event: KeyboardEvent, key: string) => void} [onkey]
 * @param {Attributes} [attributes]
 */
function createText(setting, take, onkey, attributes = {}) {
  let saved = '';
  let isTyping = false;
  /** @type {HTMLInputElement} */
  const node = element('input', {
    type: 'text', ...names(setting), spellcheck: 'false', autocomplete: 'off', maxlength: 400, ...attributes,
    oninput: () => { isTyping = true; },
    onchange: finish,
    onfocus: () => node.select(),
    onclick: () => isTyping || node.select(),
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      const key = nameOf(event);
      if (key === 'back' && isTyping) {
        restore();
        node.select();
        event.preventDefault();
      } else onkey?.(event, key);
    },
  });

  function restore() {
    isTyping = false;
    node.value = saved;
  }

  function finish() {
    const text = node.value.trim();
    if (!isTyping || !text) return restore();
    isTyping = false;
    take(text);
  }

  return {
    node,
    restore,
    finish,
    isTyping: () => isTyping,
    /** Keeps the player's text while it is being typed. */
    show: (/** @type {string} */ text) => {
      saved = text;
      if (isTyping) return;
      node.value = text;
      node.size = Math.max(4, text.length);
    },
  };
}

/**
 * Creates a button that steps, repeatedly while it is held.
 * @param {'less' | 'more'} direction
 * @param {string} label
 * @param {() => void} step
 */
function stepButton(direction, label, step) {
  let timer = 0;
  const again = (wait = repeatEvery) => {
    step();
    timer = window.setTimeout(again, wait);
  };
  const button = pressButton({
    class: 'step', 'aria-label': text(`page.settings.${direction}`, { setting: label }),
    onpointerenter: ({ currentTarget: node }) => { node.title = node.ariaLabel; },
  },
    () => again(repeatAfter), icon(direction));
  for (const end of ['pointerup', 'pointerleave', 'pointercancel', 'click']) button.addEventListener(end, () => clearTimeout(timer));
  return button;
}

/**
 * Creates a list of words; if other values are possible too, a further entry opens the control for them.
 * @param {Setting} setting
 * @param {Save} save
 * @param {CreateControl | null} createOther
 * @returns {Control}
 */
function createSelect(setting, save, createOther) {
  const choices = setting.choices ?? [];
  const select = element('select', names(setting),
    ...choices.map(({ value, label }) => element('option', { value }, label)),
    createOther && element('option', { value: custom }, text('page.settings.custom')));
  const other = element('div', { class: 'other', hidden: true });
  /** @type {Control | null} */
  let control = null;
  let newest = setting;

  const showOther = () => {
    if (!createOther) return;
    // Inserting it again would take its focus away.
    if (!control) {
      control = createOther(newest, save);
      fill(other, control.node);
    }
    other.hidden = false;
  };
  select.addEventListener('change', () => {
    measureWord(select);
    if (select.value !== custom) {
      save(select.value);
      return;
    }
    showOther();
    // A number begins at its offered value or minimum; a name must be typed first.
    if (createOther === createStepper) save(String(setting.offered ?? setting.minimum ?? 0));
    else other.querySelector('input')?.focus();
  });
  return {
    node: element('div', { class: 'choice' }, element('div', { class: 'select' }, select), other),
    update: (changed) => {
      newest = changed;
      const isChoice = choices.some(({ value }) => value === changed.value);
      if (isChoice) {
        select.value = changed.value;
        measureWord(select);
        other.hidden = true;
      } else if (createOther) {
        select.value = custom;
        measureWord(select);
        showOther();
        control?.update(changed);
      }
    },
  };
}

/**
 * Creates a field for a name, saved when it is finished.
 * @type {CreateControl}
 */
const createName = (setting, save) => {
  const { node, show } = createText(setting, save);
  return { node, update: ({ value }) => show(value) };
};

/**
 * Rounds `value` to the grid of `step`, with its number of decimals.
 * @param {number} value
 * @param {number} step
 */
export function decimal(value, step) {
  const places = (String(step).split('.')[1] ?? '').length;
  return (Math.round(value / step) * step).toFixed(places);
}
