/** Creation of elements in one expression. Text always becomes a text node, so device names cannot inject markup. */

const drawing = 'http://www.w3.org/2000/svg';

/**
 * Sets attributes; `on…` functions become listeners, `true` an empty attribute, and false, null or undefined none.
 * @param {Element} node
 * @param {Attributes} attributes
 */
function equip(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') node.addEventListener(name.slice(2), value);
    else if (value !== false && value !== null && value !== undefined) {
      node.setAttribute(name, value === true ? '' : String(value));
    }
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {Child[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  equip(node, attributes);
  fill(node, ...children);
  return node;
}

/**
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {SVGElement[]} children
 * @returns {SVGElement}
 */
export function shape(tag, attributes = {}, ...children) {
  const node = document.createElementNS(drawing, tag);
  equip(node, attributes);
  node.append(...children);
  return node;
}

/**
 * Replaces the children of `node`.
 * @param {Element} node
 * @param {Child[]} children
 */
export function fill(node, ...children) {
  node.replaceChildren(...children.flatMap((child) => {
    if (typeof child !== 'string' || node.tagName === 'OPTION') return child || [];
    return child.split(names).map((part, index) => (index % 2
      ? Object.assign(document.createElement('span'), { className: 'whole', textContent: part }) : part));
  }));
}

/**
 * Records the length of the chosen word: with large text the list's text is as large as that word has room.
 * @param {HTMLSelectElement} select
 */
export function measureWord(select) {
  select.style.setProperty('--letters', String(select.selectedOptions[0]?.text.length ?? 0));
}

/** Commands and addresses, which are copied: they break only if longer than a line. */
const names = /([^\s/]*[._-][a-z][^\s/]*\/?)/;

/**
 * Sets an attribute only if it changes, so that assistive technology is not notified twice.
 * @param {Element} node
 * @param {string} name
 * @param {string} value
 */
export function set(node, name, value) {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

/**
 * Sets the text only if it changes.
 * @param {Element} node
 * @param {string} text
 */
export function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * Creates a button that acts on pointer down. The click after such a press does nothing; a click without it, from a key
 * or from assistive technology, acts.
 * @param {Attributes} attributes
 * @param {() => void} press
 * @param {Child[]} children
 */
export function pressButton(attributes, press, ...children) {
  let isPressed = false;
  return element('button', {
    ...attributes,
    onpointerdown: (event) => {
      if (event.pointerType === 'mouse' && event.button !== 0) return;
      isPressed = true;
      press();
    },
    onclick: (event) => {
      const follows = isPressed && event.detail > 0;
      isPressed = false;
      if (!follows) press();
    },
    // A held key presses once.
    onkeydown: (event) => { if (event.repeat) event.preventDefault(); },
    // Released elsewhere: no click follows.
    onpointerleave: () => { isPressed = false; },
    onpointercancel: () => { isPressed = false; },
    oncontextmenu: (event) => event.preventDefault(),
  }, ...children);
}

/** @type {WeakMap<Element, number>} */
const flashes = new WeakMap();

/**
 * Lights `node` for `time` ms, restarting if it is lit already.
 * @param {Element} node
 * @param {number} time
 */
export function flash(node, time) {
  node.classList.add('lit');
  clearTimeout(flashes.get(node));
  flashes.set(node, window.setTimeout(() => node.classList.remove('lit'), time));
}
