/** Start: the four modes, the profile in small, the ways to the other pages, and what is to be said of this machine. */
import { element, fill, say, set } from '../shared/dom.js';
import { begin, hindrance, iconLink, link } from '../shared/parts.js';
import { picture } from '../shared/pictures.js';
import { text } from '../shared/texts.js';
import { load } from '../wire.js';

/** Pictures that were shown before something was learnt are not shown again. */
let version = 0;

/** @type {CreatePage} */
export const createStart = (context) => {
  let refusal = '';
  let shown = '';
  const said = element('ul', { class: 'said' });
  // What is in the way of the modes leads to where it can be ended.
  const hinders = link(context, 'timer', { class: 'hinders', id: 'why' });
  const preview = picture('preview', '', (version += 1));
  const profile = link(context, 'profile', { class: 'preview', 'aria-label': text('page.profile.title') }, preview.node);
  load('/profile/summary').then((summary) => summary && set(profile, 'aria-label', summary.preview));

  /** @param {() => Promise<Outcome>} start */
  async function ask(start) {
    if (context.wire.gone) return;
    refusal = await begin(context, start);
    const state = context.state();
    if (state) update(state);
  }

  /**
   * @param {Mode | 'explain'} mode
   * @param {string} [look]
   */
  const button = (mode, look = '') => element('button', {
    class: `mode ${look}`, 'data-to': mode, 'aria-describedby': 'why',
    onclick: () => ask(() => context.wire.post(mode === 'explain' ? { intent: mode } : { intent: 'start', mode })),
  }, text(`page.start.${mode}`));
  const buttons = [
    button('comparison', 'prominent'), button('matching'), button('interval-comparison'), button('interval-matching'), button('explain'),
  ];

  /** @param {PageState} state */
  function update(state) {
    const why = hindrance(state);
    const lines = hubLines(state).filter((line) => line !== why);
    if (refusal && !lines.includes(refusal)) lines.unshift(refusal);
    if (lines.join('\n') !== shown) fill(said, ...lines.map((line) => element('li', {}, line)));
    shown = lines.join('\n');
    say(hinders, why);
    hinders.hidden = !why;
    said.hidden = context.wire.gone;
    for (const node of buttons) set(node, 'aria-disabled', String(context.wire.gone || why !== ''));
  }

  const title = element('h1', { tabindex: -1 }, text('page.common.name'));
  const node = element('div', { class: 'start' },
    element('header', { class: 'top' }, title,
      element('nav', { class: 'tools', 'aria-label': text('page.common.more') },
        iconLink(context, 'timers'), iconLink(context, 'settings'), iconLink(context, 'profile'), iconLink(context, 'controllers'),
        iconLink(context, 'info'))),
    element('main', { class: 'column' },
      profile,
      element('div', { class: 'modes' }, hinders, buttons[0], buttons[1], element('hr'), buttons[2], buttons[3]), buttons[4],
      element('section', { 'aria-label': text('page.start.status') }, said)));
  return {
    node, title: text('page.common.name'), focus: title, update, leave: preview.release,
    key: (event, key) => {
      // Where there is something to scroll, arrows scroll.
      const isWhole = document.documentElement.scrollHeight <= innerHeight;
      const index = isWhole && { up: 0, down: 1 }[key];
      if (event.repeat) return;
      if (typeof index === 'number') buttons[index + (event.shiftKey ? 2 : 0)].click();
      else if (['for-time', 'amrap', 'emom'].includes(key)) ask(() => context.confirm({ intent: 'timer-quick-start', kind: key }));
      else if (key === 'profile') context.go(key);
      else if (key === 'press') ask(() => context.wire.post({ intent: 'again' }));
      else if (key === 'back') context.wire.post({ intent: 'stop' });
      else return;
      event.preventDefault();
    },
  };
};

/**
 * What is said of sound, controllers and everything else at the hub, one line each.
 * @param {PageState} state
 */
export function hubLines(state) {
  const lines = [];
  if (state.leaving) lines.push(state.line);
  lines.push(hindrance(state));
  if (state.timer?.phase === 'finished') lines.push(state.timer.line);
  if (state.sound) lines.push(state.sound.line);
  for (const controller of state.controllers) {
    const key = controller.asleep ? 'page.start.controller-asleep' : 'page.start.controller';
    lines.push(text(key, { controller: controller.name, profile: controller.profile }), ...controller.lines);
  }
  // What their keys do here; without one, it is said by the buttons.
  if (!state.leaving && state.controllers.length > 0) lines.push(state.line);
  return [...new Set([...lines, ...state.beginning ?? [], ...state.notices])].filter((line) => line);
}
