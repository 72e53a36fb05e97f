/**
 * A drawing of a controller: the controls with a role, and the roles' names. Hidden from assistive technology, which
 * has the list of roles. Controls light up for a moment when used.
 */
import { element, flash, shape } from './dom.js';

/** How long a used control is lit before it fades, in ms. */
const litTime = 250;
/** More equal controls than this are drawn as one group. */
const most = 9;
/** The size of a white key, in the drawing's units. */
const [keyWidth, keyHeight] = [14, 64];
const blackKeys = new Set([1, 3, 6, 8, 10]);

/** The shapes of controls in a field of 40 by 44: the body, which lights up, and lines on it. */
/** @type {Record<string, {body: [string, Record<string, number>], line?: string}>} */
const looks = {
  button: { body: ['rect', { x: 5, y: 13, width: 30, height: 18, rx: 5 }] },
  pad: { body: ['rect', { x: 6, y: 8, width: 28, height: 28, rx: 4 }] },
  pedal: { body: ['rect', { x: 12, y: 4, width: 16, height: 36, rx: 6 }], line: 'M12 28h16' },
  wheel: { body: ['rect', { x: 13, y: 2, width: 14, height: 40, rx: 7 }], line: 'M13 16h14M13 22h14M13 28h14' },
  fader: { body: ['rect', { x: 10, y: 17, width: 20, height: 10, rx: 2 }], line: 'M20 2v15M20 27v15' },
  knob: { body: ['circle', { cx: 20, cy: 22, r: 14 }], line: 'M20 22V8' },
  encoder: { body: ['circle', { cx: 20, cy: 22, r: 14 }], line: 'M11.5 22a8.5 8.5 0 0 1 17 0M28.5 22l-3.5-3M28.5 22l3-3.5' },
};

/**
 * @param {Part[]} parts
 * @param {(role: string) => string} name of a role
 * @param {(role: string) => void} [pick] called with a role that is pressed in the drawing
 */
export function createDrawing(parts, name, pick) {
  const controls = parts.filter((part) => part.kind in looks);
  const node = element('div', {
    class: 'drawing', 'aria-hidden': 'true',
    onclick: (event) => {
      const role = event.target instanceof Element && event.target.closest('[data-role]')?.getAttribute('data-role');
      if (role) pick?.(role);
    },
  },
  controls.length > 0 && element('div', { class: 'drawn-controls' }, ...controls.map((part) => control(part, name))),
  ...parts.map((part) => (part.kind === 'pads' ? pads(part, name) : part.kind === 'keys' ? keys(part, name) : null)));

  /**
   * Lights a used control: the exact key or pad if it is drawn, otherwise all with the role.
   * @param {string} role
   * @param {number} [note]
   */
  function light(role, note) {
    const all = [...node.querySelectorAll('g[data-role]')].filter((each) => each.getAttribute('data-role') === role);
    const exact = all.filter((each) => each.getAttribute('data-note') === String(note));
    for (const each of exact.length > 0 ? exact : all) flash(each, litTime);
  }

  return { node, light };
}

/**
 * Draws a control with a role: its body, the same shape as a lamp, and lines.
 * @param {string} role
 * @param {number | undefined} note
 * @param {[string, Record<string, number>]} body
 * @param {string} [line]
 * @param {string} [kind]
 */
function drawn(role, note, [tag, place], line, kind = '') {
  return shape('g', { class: `drawn ${kind}`, 'data-role': role, 'data-note': note },
    shape(tag, { ...place, class: 'body' }), shape(tag, { ...place, class: 'lamp' }), ...line ? [shape('path', { d: line })] : []);
}

/** @type {Draw} */
const control = ({ kind, role = '', count = 1, notes = [] }, name) => {
  const shown = Math.min(count, most);
  const look = looks[kind];
  const each = Array.from({ length: shown }, (_, index) => shape('g', { transform: `translate(${index * 40} 0)` },
    drawn(role, notes[index], look.body, look.line)));
  return element('div', { class: 'drawn-control', 'data-role': role },
    shape('svg', { viewBox: `0 0 ${shown * 40} 44`, width: shown * 40, height: 44 }, ...each), element('span', {}, name(role)));
};

/** @type {Draw} */
const pads = ({ role = '', rows = [] }, name) => {
  const columns = Math.max(1, ...rows.map((row) => row.length));
  const cells = rows.flatMap((row, y) => row.map((note, x) => {
    const place = { x: x * 20 + 2, y: y * 20 + 2, width: 16, height: 16, rx: 3 };
    return note === null ? shape('rect', { ...place, class: 'other' }) : drawn(role, note, ['rect', place], undefined, role);
  }));
  return element('div', { class: 'drawn-pads', 'data-role': role },
    shape('svg', { viewBox: `0 0 ${columns * 20} ${rows.length * 20}`, width: columns * 26, height: rows.length * 26 }, ...cells),
    element('span', {}, name(role)));
};

/** @type {Draw} */
const keys = ({ from = 48, to = 71, split = 60, marks = [] }, name) => {
  const isBlack = (/** @type {number} */ note) => blackKeys.has(note % 12);
  const notes = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const whites = notes.filter((note) => !isBlack(note));
  /** Returns the left edge of a key. */
  const left = (/** @type {number} */ note) => whites.filter((white) => white < note).length * keyWidth - (isBlack(note) ? 4.5 : 0);
  const middle = (/** @type {number} */ note) => left(note) + (isBlack(note) ? 4.5 : keyWidth / 2);
  const key = (/** @type {number} */ note) => {
    const index = marks.findIndex((mark) => mark.note === note);
    const role = marks[index]?.role ?? (note >= split ? 'higher' : 'lower');
    const place = { x: left(note), y: 1, width: isBlack(note) ? 9 : keyWidth, height: isBlack(note) ? 40 : keyHeight, rx: 1.5 };
    const group = drawn(role, note, ['rect', place], undefined, `key ${isBlack(note) ? 'black' : role}`);
    if (index >= 0) group.append(shape('circle', { class: 'mark', cx: middle(note), cy: place.height - 8, r: 2.5 }));
    return group;
  };
  const width = whites.length * keyWidth;
  const edge = left(split);
  const half = (/** @type {string} */ role, /** @type {number} */ part) => share(
    element('span', { class: role, 'data-role': role }, name(role)), part);
  return element('div', { class: 'drawn-keys' },
    element('div', { class: 'drawn-halves' }, half('lower', edge), half('higher', width - edge)),
    shape('svg', { viewBox: `-1 0 ${width + 2} ${keyHeight + 2}` },
      ...whites.map(key), ...notes.filter(isBlack).map(key), shape('path', { class: 'split', d: `M${edge} 0v${keyHeight + 2}` })),
    ...marks.map(({ note, role }) => element('div', { class: 'drawn-mark' },
      share(element('span'), middle(note)), element('span', { 'data-role': role }, name(role)),
      share(element('span'), width - middle(note)))));
};

/**
 * Gives `node` its share of a line's width.
 * @param {HTMLElement} node
 * @param {number} part
 */
function share(node, part) {
  node.style.flexGrow = String(Math.max(part, 1));
  return node;
}
