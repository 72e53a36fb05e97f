// @ts-check
/** Every picture of ours, drawn in the colour of the text around it. */
import { shape } from './dom.js';

/** @type {Record<string, string[]>} */
const lines = {
  back: ['M14.5 5 7.5 12l7 7'],
  settings: ['M4 7h8.5M17.5 7H20M4 17h2.5M11.5 17H20', 'M15 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z', 'M9 14.500a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z'],
  profile: ['M4 4v16h16', 'M7.500 15c2.500 0 2.500-6 5-6s2.500 3.500 7-2.500'],
  controllers: ['M5 5.500h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2z', 'M9 13.500v5M15 13.500v5M8 5.500v8h2v-8M14 5.500v8h2v-8'],
  info: ['M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17z', 'M12 11v5.500', 'M12 7.600v.1'],
  less: ['M6 12h12'],
  more: ['M6 12h12M12 6v12'],
  higher: ['M12 19V5M5.500 11.500 12 5l6.500 6.500'],
  lower: ['M12 5v14M5.500 12.500 12 19l6.500-6.500'],
};

/**
 * A picture of lines, 24 wide and high before the style sheet says otherwise. Hidden from assistive technology: what it
 * stands in has a name.
 * @param {keyof typeof lines & string} name
 */
export function icon(name) {
  const paths = lines[name].map((d) => shape('path', { d }));
  return shape('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, ...paths);
}

/**
 * The thumb: up where correct, the same one upside down where not.
 * @param {boolean} up
 */
export function thumb(up) {
  const hand = 'M8.500 10.400 12 3.300c.4-.8 1.200-1.300 2-1.300 1.500 0 2.600 1.300 2.300 2.700L15.400 9h4.300c1.600 0 2.700 1.500 2.300 3l-1.900 7'
    + 'c-.3 1.200-1.400 2-2.600 2H11.500a3 3 0 0 1-3-3z';
  const group = shape('g', up ? {} : { transform: 'translate(0 24) scale(1 -1)' },
    shape('rect', { x: 2, y: 10, width: 4.5, height: 11, rx: 1.5 }), shape('path', { d: hand }));
  return shape('svg', { class: 'thumb', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, group);
}

/** Lengths of an arrow's shaft: in three sizes that say how far, not in proportion. */
const shafts = { close: 12, moderate: 44, far: 84 };

/**
 * The result of matching: a dot where dead centre, else an arrow, short, medium or long.
 * @param {'sharp' | 'flat' | 'none'} direction
 * @param {'dead-centre' | 'close' | 'moderate' | 'far'} band
 */
export function arrow(direction, band) {
  if (band === 'dead-centre' || direction === 'none') {
    return shape('svg', { class: 'arrow', viewBox: '0 0 64 128', 'aria-hidden': 'true' },
      shape('circle', { cx: 32, cy: 64, r: 18 }));
  }
  const shaft = shafts[band];
  const top = 64 - (shaft + 32) / 2;
  const path = `M32 ${top}l26 32H42v${shaft}H22v-${shaft}H6z`;
  return shape('svg', { class: 'arrow', viewBox: '0 0 64 128', 'aria-hidden': 'true' },
    shape('path', { d: path, transform: direction === 'flat' ? 'translate(0 128) scale(1 -1)' : null }));
}
