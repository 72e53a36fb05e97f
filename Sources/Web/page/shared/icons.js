/** Pictures drawn in the colour of the surrounding text. A page's emblem is in its module. */
import { shape } from './dom.js';

export const stopwatch = ['M12 6a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15z', 'M12 9.5v4M9.5 2.5h5M12 2.5V6M18 5.5l1.5 1.5'];

/** @type {Record<string, string[]>} */
const lines = {
  back: ['M14.5 5 7.5 12l7 7'],
  'for-time': stopwatch,
  amrap: ['M12 21c-3.9 0-6.5-2.6-6.5-6 0-4.5 4.5-6 5-12 3.5 2 4.5 4.5 4.2 7 .8-.3 1.5-1 1.8-2 1.3 1.7 2 3.6 2 6.5 0 4-2.6 6.5-6.5 6.5z'],
  emom: ['M4 11a8 8 0 0 1 14-4.5L20 8.5M20 4v4.5h-4.5', 'M20 13a8 8 0 0 1-14 4.5L4 15.5M4 20v-4.5h4.5'],
  quick: ['M13 3 5.5 13.5H12L11 21l7.5-10.5H12z'],
  next: ['M4 12h15M13 6l6 6-6 6'],
  play: ['M8 5.5v13l10.5-6.5z'],
  check: ['M5 12.5l4.5 4.5L19 7.5'],
  less: ['M6 12h12'],
  more: ['M6 12h12M12 6v12'],
  early: ['M19 12H5M11.5 5.5 5 12l6.5 6.5'],
  late: ['M5 12h14M12.5 5.5 19 12l-6.5 6.5'],
  higher: ['M12 19V5M5.5 11.5 12 5l6.5 6.5'],
  lower: ['M12 5v14M5.5 12.5 12 19l6.5-6.5'],
};

/**
 * Creates a line drawing, 24 wide and high unless the style sheet differs. Hidden from assistive technology: its
 * container has a name.
 * @param {string} name
 * @param {string[]} [drawn]
 */
export function icon(name, drawn = lines[name]) {
  return shape('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, ...drawn.map((d) => shape('path', { d })));
}

/**
 * Creates the thumb: up if correct, the same shape upside down if not.
 * @param {boolean} up
 */
export function thumb(up) {
  const hand = 'M8.5 10.4 12 3.3c.4-.8 1.2-1.3 2-1.3 1.5 0 2.6 1.3 2.3 2.7L15.4 9h4.3c1.6 0 2.7 1.5 2.3 3l-1.9 7'
    + 'c-.3 1.2-1.4 2-2.6 2H11.5a3 3 0 0 1-3-3z';
  const group = shape('g', up ? {} : { transform: 'translate(0 24) scale(1 -1)' },
    shape('rect', { x: 2, y: 10, width: 4.5, height: 11, rx: 1.5 }), shape('path', { d: hand }));
  return shape('svg', { class: 'thumb', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, group);
}

/** The lengths of an arrow's shaft: three sizes, not in proportion to the error. */
const shafts = { 'dead-centre': 0, close: 10, moderate: 40, far: 70 };

/** @type {Record<string, string>} The directions in which an arrow does not point up. */
const turns = { flat: 'translate(0 100) scale(1 -1)', late: 'rotate(90 50 50)', early: 'rotate(-90 50 50)' };

/**
 * Creates the result of matching, or the answer of listening: a dot for dead centre, otherwise a short, medium or long
 * arrow. The dot is as large as the long arrow.
 * @param {'sharp' | 'flat' | 'late' | 'early' | 'none'} direction
 * @param {'dead-centre' | 'close' | 'moderate' | 'far'} band
 */
export function arrow(direction, band) {
  const shaft = shafts[band];
  const path = `M50 ${35 - shaft / 2}l27 30H60v${shaft}H40v-${shaft}H23z`;
  return shape('svg', { class: 'arrow', viewBox: '0 0 100 100', 'aria-hidden': 'true' },
    shaft ? shape('path', { d: path, transform: turns[direction] })
      : shape('circle', { cx: 50, cy: 50, r: 50 }));
}
