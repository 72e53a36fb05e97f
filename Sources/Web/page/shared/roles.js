/** The roles of a controller: each is a button that shows its control, and assigns another one. */
import { element, flash, say, set } from './dom.js';
import { text } from './texts.js';

const litTime = 600;

/**
 * @param {Controller} controller
 * @param {Actions} actions
 */
export function createRoles(controller, actions) {
  /** @type {Map<string, ReturnType<typeof row>>} */
  const rows = new Map();
  /** @param {RoleLine} role */
  const add = (role) => {
    const made = row(controller.id, role, () => actions.pick(role.role));
    rows.set(role.role, made);
    return made.node;
  };
  const line = element('p', { class: 'outcome' });
  const way = controller.way;
  const node = element('div', { class: 'role-list' },
    controller.roles.length > 0 && element('ul', {}, ...controller.roles.map(add)),
    controller.free.length > 0 && element('details', { id: `more-${controller.id}` },
      element('summary', {}, text('page.controllers.more-roles')), element('ul', {}, ...controller.free.map(add))),
    line,
    way && element('div', { class: 'buttons' }, element('button', {
      class: 'small', 'data-place': `${controller.id} way`, onclick: () => actions.go(way),
    }, text(`page.controllers.way.${way}`))));
  return {
    node,
    /** @param {string} text */
    report: (text) => say(line, text),
    /** @param {Waiting | null} waiting the control to wait for, shown in its row */
    wait: (waiting) => {
      for (const [role, each] of rows) each.show(waiting?.role === role ? waiting.line : null);
      // The role may have been picked in the drawing.
      const closed = waiting && rows.get(waiting.role)?.node.closest('details');
      if (closed) closed.open = true;
    },
    /** @param {string} role */
    glow: (role) => rows.get(role)?.glow(),
  };
}

/**
 * @param {string} id of the controller
 * @param {RoleLine} role
 * @param {() => void} pick
 */
function row(id, { role, label, where, light }, pick) {
  const place = where ?? text('page.controllers.nowhere');
  const seen = light ? `${place} · ${text('page.controllers.lit')}` : place;
  const name = where === undefined
    ? text('page.controllers.free', { role: label }) : text('page.controllers.role', { role: label, place: seen });
  const act = text(where === undefined ? 'page.controllers.give' : 'page.controllers.change');
  const middle = element('span', { class: 'role-place' }, seen);
  const end = element('span', { class: 'role-act' }, act);
  const button = element('button', { class: 'role', 'aria-label': name, 'data-place': `${id} ${role}`, onclick: pick },
    element('span', { class: 'role-name' }, label), middle, end);
  return {
    node: element('li', {}, button),
    /** @param {string | null} line the prompt while its control is awaited */
    show: (line) => {
      button.classList.toggle('waiting', line !== null);
      say(middle, line ?? seen);
      say(end, line === null ? act : text('page.controllers.cancel'));
      set(button, 'aria-label', line === null ? name : `${line} ${text('page.controllers.cancel')}`);
    },
    glow: () => flash(button, litTime),
  };
}
