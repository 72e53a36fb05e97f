/** The vertical pitch slider: it begins in the middle, up is sharper, releasing it commits. */
import { element } from '../shared/dom.js';
import { text } from '../shared/texts.js';

/**
 * Creates a slider. Its position is −1 to 1. Nothing reveals the distance to the correct pitch, neither the picture nor
 * `aria-valuenow`.
 * @param {(position: number) => void} onMove
 * @param {() => void} onRelease
 * @returns {Slider}
 */
export function createSlider(onMove, onRelease) {
  const { thumb, track, node } = parts();
  let position = 0;
  let isActive = false;
  /**
   * The pointer that holds the thumb. A pointer from before the note counts only after it has moved.
   * @type {{id: number, begin: number, from: number, isEarly: boolean, hasMoved: boolean} | null}
   */
  let grip = null;

  /** Returns half the thumb's range of movement, in CSS pixels. */
  const reach = () => Math.max(1, (track.clientHeight - thumb.offsetHeight) / 2);

  /** @param {number} wanted */
  function place(wanted) {
    position = Math.min(1, Math.max(-1, wanted));
    thumb.style.transform = position === 0 ? '' : `translateY(${-position * reach()}px)`;
  }

  /** @param {number} wanted */
  function move(wanted) {
    const before = position;
    place(wanted);
    if (position !== before) onMove(position);
  }

  node.addEventListener('pointerdown', (event) => {
    if (grip || (event.pointerType === 'mouse' && event.button !== 0)) return;
    node.setPointerCapture(event.pointerId);
    grip = { id: event.pointerId, begin: event.clientY, from: position, isEarly: !isActive, hasMoved: false };
    if (!isActive) return;
    const box = thumb.getBoundingClientRect();
    // A press outside the thumb moves it there; a press on the thumb leaves it in place.
    if (event.clientY < box.top || event.clientY > box.bottom) {
      const middle = track.getBoundingClientRect();
      move(((middle.top + middle.bottom) / 2 - event.clientY) / reach());
      grip.from = position;
    }
  });
  node.addEventListener('pointermove', (event) => {
    if (!grip || event.pointerId !== grip.id) return;
    if (!isActive) {
      grip.begin = event.clientY;
      return;
    }
    if (event.clientY === grip.begin && !grip.hasMoved) return;
    grip.hasMoved = true;
    move(grip.from + (grip.begin - event.clientY) / reach());
  });
  node.addEventListener('pointerup', (event) => {
    if (!grip || event.pointerId !== grip.id) return;
    const counts = isActive && (!grip.isEarly || grip.hasMoved);
    grip = null;
    if (counts) onRelease();
  });
  // The system has taken the pointer away, for example for another window: this is not a release.
  node.addEventListener('pointercancel', (event) => {
    if (grip?.id === event.pointerId) grip = null;
  });
  node.addEventListener('contextmenu', (event) => event.preventDefault());

  return {
    node,
    activate: (active) => {
      if (active === isActive) return;
      isActive = active;
      node.setAttribute('aria-disabled', String(!active));
      // The pointer that committed must be lifted, or moved during the next note, to count again.
      if (!active && grip) grip = { ...grip, isEarly: true, hasMoved: false };
      if (active && grip) grip.from = position;
    },
    centre: () => place(0),
    nudge: (amount) => place(position + amount),
  };
}

function parts() {
  const thumb = element('div', { class: 'slider-thumb' });
  const track = element('div', { class: 'slider-track' }, thumb);
  const node = element('div', {
    class: 'slider', role: 'slider', tabindex: 0, 'aria-orientation': 'vertical', 'aria-disabled': 'true',
    'aria-label': text('page.training.slider'), 'aria-valuemin': -1, 'aria-valuemax': 1, 'aria-valuenow': 0,
    'aria-valuetext': text('page.training.slider-value'),
  }, track);
  return { thumb, track, node };
}
