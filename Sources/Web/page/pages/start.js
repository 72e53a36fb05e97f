/** Start: four modes, the way to more, a preview of the profile, and the state of this machine. */
import { element, fill, set } from '../shared/dom.js';
import { createModes } from '../shared/modes.js';
import { heading, hindrance, iconLink, link, pages } from '../shared/parts.js';
import { picture } from '../shared/pictures.js';
import { text } from '../shared/texts.js';
import { load } from '../wire.js';

/** Counts up so that pictures from before new answers are not shown again. */
let version = 0;

/** @type {CreatePage} */
export const create = (context) => {
  let shown = '';
  const said = element('ul', { class: 'said' });
  const preview = picture('preview', '', (version += 1));
  const profile = link(context, 'profile', { class: 'preview', 'aria-label': text('page.profile.title') }, preview.node);
  load('/profile/summary').then((summary) => summary && set(profile, 'aria-label', summary.preview));
  const modes = createModes(context, ['comparison', 'matching', 'interval-comparison', 'interval-matching'], update);
  const { buttons } = modes;
  buttons[0].classList.add('prominent');
  const more = link(context, 'more', { class: 'more' }, text('page.more.title'));
  // The focus returns here from one of its exercises.
  more.dataset.to = 'more listen interval-listen timing timing-listen chords beats temperament';

  /** @param {PageState} state */
  function update(state) {
    const refusal = modes.show(state);
    const lines = hubLines(state).filter((line) => line !== hindrance(state));
    if (refusal && !lines.includes(refusal)) lines.unshift(refusal);
    if (lines.join('\n') !== shown) fill(said, ...lines.map((line) => element('li', {}, line)));
    shown = lines.join('\n');
    said.hidden = context.wire.gone;
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
      element('div', { class: 'modes' }, modes.hinders, ...buttons.slice(0, 2), element('hr'), ...buttons.slice(2), more, ...modes.questions),
      element('section', { 'aria-label': text('page.start.status') }, said)));
  return {
    node, title: text('page.common.name'), focus: title, update, leave: preview.release,
    key: (event, key) => {
      // If the page can be scrolled, arrows scroll it.
      const isWhole = document.documentElement.scrollHeight <= innerHeight;
      const index = { up: isWhole && 0, down: isWhole && 1 }[key];
      if (event.repeat) return;
      if (typeof index === 'number') buttons[index + (event.shiftKey ? 2 : 0)].click();
      else if (key === 'listen') modes.ask(() => context.wire.post({ intent: 'start', mode: event.shiftKey ? 'interval-listen' : key }));
      else if (key === 'timing') modes.ask(() => context.wire.post({ intent: 'start', mode: event.shiftKey ? 'timing-listen' : key }));
      else if (['chords', 'beats', 'temperament'].includes(key)) modes.ask(() => context.wire.post({ intent: 'start', mode: key }));
      else if (['for-time', 'amrap', 'emom'].includes(key)) modes.ask(() => context.confirm({ intent: 'timer-quick-start', kind: key }));
      else if (key === 'profile') context.go(key);
      else if (key === 'press') modes.ask(() => context.wire.post({ intent: 'again' }));
      else if (key === 'back') context.wire.post({ intent: 'stop' });
      else return;
      event.preventDefault();
    },
  };
};

/**
 * Returns the lines on sound, controllers and everything else at the hub.
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
  // The effect of the controller's keys; without a controller the buttons show it.
  if (!state.leaving && state.controllers.length > 0) lines.push(state.line);
  return [...new Set([...lines, ...state.notices])].filter((line) => line);
}
