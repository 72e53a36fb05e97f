/** Settings: all of them, each saved as soon as it is changed, used from the next exercise. */
import { announce } from '../shared/announcer.js';
import { element, fill, say } from '../shared/dom.js';
import { createControl, focusOn, settingRow } from '../shared/fields.js';
import { group, paragraphs, sheet } from '../shared/parts.js';
import { loadTexts, text } from '../shared/texts.js';
import { ask, createQueue, load } from '../wire.js';

const lowest = 'note-range-low';
const highest = 'note-range-high';

export const menu = 2;
export const emblem = ['M4 7h8.5M17.5 7H20M4 17h2.5M11.5 17H20', 'M15 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z', 'M9 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z'];

/** @type {CreatePage} */
export const create = (context) => {
  /** @type {Map<string, Saved>} */
  const fields = new Map();
  /** The minimum distance between lowest and highest note. */
  let span = 0;
  /** Ensures that a reset follows the changes made before it. */
  const queue = createQueue();
  const main = element('main');
  const reset = createReset(fields, queue, show);

  async function show() {
    const list = await load('/settings/list');
    if (!list) return;
    span = list.span;
    const groups = list.groups.map((/** @type {{title: string, settings: Setting[]}} */ { title, settings }) =>
      group(title, ...settings.map((setting) => row(setting))));
    limit(fields, span);
    remark(fields);
    fill(main, list.lines.length > 0 && paragraphs(list.lines, 'card'), ...groups, element('div', { class: 'buttons end' }, reset.node));
  }

  /** @param {Setting} setting */
  function row(setting) {
    const line = element('p', { class: 'refusal' });
    const remark = element('p', { class: 'remark' });
    // No full stop after the last.
    const about = [line, remark, !setting.live && element('p', {}, text('page.settings.next-start')), setting.about && element('p', {}, setting.about)];
    const control = createControl(setting, (value) => change(setting.key, value));
    fields.set(setting.key, saved(setting, fields.get(setting.key)?.wanted ?? null, control, line, remark));
    control.update(setting);
    return settingRow(setting, control, ...about);
  }

  /**
   * Saves the newest value; earlier values still waiting are skipped.
   * @param {string} key
   * @param {string} value
   */
  function change(key, value) {
    const field = fields.get(key);
    if (!field) return;
    const isWaiting = field.wanted !== null;
    field.wanted = value;
    if (key.startsWith('note-range')) limit(fields, span);
    if (!isWaiting) queue(() => save(key));
  }

  /** @param {string} key */
  async function save(key) {
    // An earlier reset may have recreated the fields.
    const field = fields.get(key);
    if (!field) return;
    let sent, outcome;
    do {
      sent = field.wanted;
      outcome = await ask('PUT', `/settings/${key}`, { value: sent });
    } while (sent !== field.wanted);
    field.wanted = null;
    const before = field.setting.remark;
    // After a refusal or a lost request, the saved value is shown again.
    if (outcome.ok) field.setting = { ...field.setting, ...outcome.value };
    const label = document.activeElement?.getAttribute('aria-labelledby');
    field.show(field.setting);
    limit(fields, span);
    remark(fields);
    if (field.setting.remark && field.setting.remark !== before) announce(field.setting.remark);
    if (!outcome.ok) {
      field.fail(outcome.line);
      // The typed text may be gone with its field.
      if (label === `label-${key}`) focusOn(key);
    }
    // If the program changes its language, so does the page.
    else if (key === 'language') loadTexts().then((changed) => changed && context.renew(), () => {});
    reset.forget();
  }

  show();
  return sheet(context, 'settings', main);
};

/**
 * @param {Setting} setting
 * @param {string | null} wanted
 * @param {ReturnType<typeof createControl>} control
 * @param {HTMLElement} line
 * @param {HTMLElement} remark
 * @returns {Saved}
 */
const saved = (setting, wanted, control, line, remark) => ({
  setting,
  wanted,
  remark,
  show: (newest) => {
    control.update(newest);
    say(line, '');
  },
  fail: (reason) => {
    say(line, reason);
    if (reason) announce(reason);
  },
});

/**
 * Keeps the ends of the note range at least `span` apart.
 * @param {Map<string, Saved>} fields
 * @param {number} span
 */
function limit(fields, span) {
  const low = fields.get(lowest);
  const high = fields.get(highest);
  if (!low || !high) return;
  const [least, most] = [low, high].map(({ wanted, setting }) =>
    wanted && Number.isFinite(Number(wanted)) ? wanted : setting.value);
  low.show({ ...low.setting, value: least, maximum: +most - span });
  high.show({ ...high.setting, value: most, minimum: +least + span });
}

/**
 * Shows which tunings do not follow the concert pitch, below them and below the concert pitch.
 * @param {Map<string, Saved>} fields
 */
function remark(fields) {
  const all = [...fields.values()].map(({ setting }) => setting.remark).filter(Boolean).join(' ');
  for (const [key, { setting, remark }] of fields) say(remark, key === 'concert-pitch' ? all : setting.remark);
}

/**
 * Creates the button that resets all settings, and then undoes that. `show` shows them again.
 * @param {Map<string, Saved>} fields
 * @param {ReturnType<typeof createQueue>} queue
 * @param {() => Promise<void>} show
 */
function createReset(fields, queue, show) {
  /** @type {Map<string, string>} the values that undoing a reset restores */
  const before = new Map();
  // The button's present label decides, not the label when the task runs.
  const node = element('button', { class: 'small', onclick: () => { queue(before.size > 0 ? undo : resetAll); } },
    text('page.settings.reset'));

  async function undo() {
    const back = [...before];
    before.clear();
    // The ends of the range can only be restored in an order that keeps them apart.
    const ends = back.filter(([key]) => key.startsWith('note-range'));
    for (const [key, value] of [...back, ...ends]) await ask('PUT', `/settings/${key}`, { value });
    await showReset();
  }

  async function resetAll() {
    const values = [...fields.values()].map(({ setting }) => /** @type {const} */ ([setting.key, setting.value]));
    const outcome = await ask('DELETE', '/settings');
    if (!outcome.ok) return announce(outcome.line);
    // After a second reset, undo restores the values before the first.
    if (before.size === 0) for (const [key, value] of values) before.set(key, value);
    await showReset();
  }

  async function showReset() {
    await show();
    // Unchanged values need no undo.
    for (const [key, value] of before) if (fields.get(key)?.setting.value === value) before.delete(key);
    say(node, text(before.size > 0 ? 'page.settings.undo' : 'page.settings.reset'));
    node.focus();
  }

  return {
    node,
    forget: () => {
      before.clear();
      say(node, text('page.settings.reset'));
    },
  };
}
