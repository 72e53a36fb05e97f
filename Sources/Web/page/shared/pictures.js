/** Pictures of the profile, drawn by the program in the wanted colours and width. */
import { element } from './dom.js';

const dark = matchMedia('(prefers-color-scheme: dark)');
const contrast = matchMedia('(prefers-contrast: more), (forced-colors: active)');

/** @type {Set<() => void>} */
const shown = new Set();
const redraw = () => shown.forEach((draw) => draw());
dark.addEventListener('change', redraw);
contrast.addEventListener('change', redraw);

function theme() {
  if (contrast.matches) return 'contrast';
  return dark.matches ? 'dark' : 'light';
}

/**
 * @param {string} name
 * @param {string} description the alternative text
 * @param {number} version changes with the content of the picture
 * @param {string} [interval] the interval of the curve
 * @returns {{node: HTMLImageElement, release: () => void}}
 */
export function picture(name, description, version, interval) {
  const node = element('img', { class: `picture picture-${name}`, alt: description, decoding: 'async' });
  let source = '';
  const draw = () => {
    if (!node.clientWidth) return;
    const card = node.parentElement;
    if (card && card.scrollWidth > card.clientWidth) card.tabIndex = 0;
    else card?.removeAttribute('tabindex');
    // Drawn narrower for larger text, so that the picture's words grow as well; in steps, so that resizing a window
    // does not request every width.
    const larger = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    const width = Math.min(1200, Math.max(280, Math.round(node.clientWidth / larger / 8) * 8));
    const wanted = `/profile/${name}.svg?theme=${theme()}&width=${width}&version=${version}${interval ? `&interval=${interval}` : ''}`;
    if (wanted === source) return;
    source = wanted;
    node.src = wanted;
  };
  const size = new ResizeObserver(draw);
  size.observe(node);
  shown.add(draw);
  return {
    node,
    release: () => {
      size.disconnect();
      shown.delete(draw);
    },
  };
}
