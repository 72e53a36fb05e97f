/** Start: modes, the profile in small, and what is said of this machine. */
import { element, fill, say, set } from '../shared/dom.js';
import { begin, heading, hindrance, iconLink, link, pages } from '../shared/parts.js';
import { picture } from '../shared/pictures.js';
import { text } from '../shared/texts.js';
import { load } from '../wire.js';

/** Pictures of before something was learnt are not shown again. */
let version = 0;

/** @type {CreatePage} */
export const create = (context) => {
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

  const modes = ['comparison', 'matching', 'listen', 'interval-comparison', 'interval-matching', 'interval-listen'];
  const buttons = [...modes, 'explain'].map((mode) => element('button', {
    class: mode === modes[0] ? 'mode prominent' : 'mode', 'data-to': mode, 'aria-describedby': `asks-${mode} why`,
    onclick: () => ask(() => context.wire.post(mode === 'explain' ? { intent: mode } : { intent: 'start', mode })),
  }, text(`page.start.${mode}`)));
  /** What modes ask that were never answered, for screen readers: while they sound nothing is said. */
  const questions = modes.map((mode) => element('p', { id: `asks-${mode}`, hidden: true }));

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
    questions.forEach((node, index) => say(node, state.questions?.[modes[index]] ?? ''));
    for (const node of buttons) set(node, 'aria-disabled', String(context.wire.gone || why !== ''));
  }

  const menu = /** @type {Route[]} */ (Object.keys(pages)).filter((each) => pages[each].menu)
    .sort((one, other) => Number(pages[one].menu) - Number(pages[other].menu));
  const title = heading(text('page.common.name'));
  const node = element('div', { class: 'start' },
    element('header', { class: 'top' }, title,
      element('nav', { class: 'tools', 'aria-label': text('page.common.more') },
        ...menu.map((route) => iconLink(context, route)))),
    element('main', { class: 'column' },
      profile,
      element('div', { class: 'modes' }, hinders, ...buttons.slice(0, 3), element('hr'), ...buttons.slice(3), ...questions),
      element('section', { 'aria-label': text('page.start.status') }, said)));
  return {
    node, title: text('page.common.name'), focus: title, update, leave: preview.release,
    key: (event, key) => {
      // Where there is something to scroll, arrows scroll.
      const isWhole = document.documentElement.scrollHeight <= innerHeight;
      const index = { up: isWhole && 0, down: isWhole && 1, listen: 2 }[key];
      if (event.repeat) return;
      if (typeof index === 'number') buttons[index + (event.shiftKey ? 3 : 0)].click();
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
    lines.push(text(key, { controller: controller.name, mapping: controller.mapping }), ...controller.lines);
  }
  // What their keys do here; without one, it is said by the buttons.
  if (!state.leaving && state.controllers.length > 0) lines.push(state.line);
  return [...new Set([...lines, ...state.beginning ?? [], ...state.notices])].filter((line) => line);
}
