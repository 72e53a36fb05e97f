/** Timers: the three timers, each with its last settings, and the last practice. */
import { announce } from '../shared/announcer.js';
import { element, fill, say, set } from '../shared/dom.js';
import { createControl, focusOn, settingRow } from '../shared/fields.js';
import { loadHistory, summary } from './history.js';
import { icon, stopwatch } from '../shared/icons.js';
import { begin, group, hindrance, link, sheet } from '../shared/parts.js';
import { digits, durationWords, text } from '../shared/texts.js';
import { load } from '../wire.js';

export const menu = 1;
export { stopwatch as emblem };

/** @type {CreatePage} */
export const create = (context) => {
  const now = element('div', { id: 'why' });
  const cards = element('div', { class: 'timer-cards' });
  const recent = element('div');
  const refusal = element('p', { class: 'refusal' });
  let shown = '';
  let shownCards = '';
  /** @type {number | undefined} */
  let changes;
  let isLeft = false;

  async function showRecent() {
    const list = await loadHistory();
    const newest = list?.workouts.find(({ state }) => state === 'complete');
    if (isLeft) return;
    fill(recent, newest && element('section', { class: 'recent', 'aria-labelledby': 'recent' },
      element('div', { class: 'recent-head' }, element('h2', { id: 'recent' }, text('page.timers.recent')),
        link(context, 'history', {}, text('page.timers.all'), icon('next'))),
      element('div', { class: `card summary ${newest.kind}` }, ...summary(newest))));
  }

  /** @param {PageState} state */
  function update(state) {
    if (state.historyChanges !== changes) {
      changes = state.historyChanges;
      showRecent();
    }
    const configurations = JSON.stringify(state.timers);
    // Only on changes: after a sheet over the cards, its opener gets the focus back.
    if (configurations !== shownCards) fill(cards, ...(state.timers ?? []).map((timer) => card(context, timer, refusal)));
    shownCards = configurations;
    // No timer starts while another is in use; the line above leads to the place to end it.
    for (const node of cards.querySelectorAll('.timer-card, .configure, .quick')) set(node, 'aria-disabled', String(isInUse(state)));
    const timer = state.timer?.phase !== 'confirming' && state.timer;
    const line = timer ? `${timer.title}: ${timer.line}` : '';
    if (line === shown) return;
    shown = line;
    fill(now, timer && link(context, 'timer', { class: `card summary ${timer.kind}` }, icon(timer.kind),
      element('strong', { class: 'summary-words' }, line)));
  }

  const main = element('main', {},
    element('div', {}, element('h2', {}, text('page.timers.choose')), element('p', { class: 'quiet' }, text('page.timers.about'))),
    now, refusal, cards, recent);
  return { ...sheet(context, 'timers', main, { kind: 'timers choose', tools: ['history'] }), update, leave: () => { isLeft = true; } };
};

/** @param {PageState | null} state */
const isInUse = (state) => !!state?.timer && !['confirming', 'finished'].includes(state.timer.phase);

/**
 * Creates a card. All of it except its button leads to the timer's settings.
 * @param {Context} context
 * @param {TimerCard} timer
 * @param {HTMLElement} refusal
 */
function card(context, timer, refusal) {
  const name = `timer-${timer.kind}`;
  const { use, last } = timer;
  const used = text(timer.isUsed ? 'page.timers.last-used' : 'page.timers.as-it-comes');
  const configure = link(context, /** @type {Route} */ (timer.kind), {
    class: 'configure', 'aria-label': text('page.timers.configure-kind', { timer: timer.title }),
    'aria-describedby': `${name}-configure why`,
  });
  configure.addEventListener('click', (event) => {
    if (!isInUse(context.state())) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    announce(document.getElementById('why')?.textContent ?? '');
  }, { capture: true });
  return element('section', { class: `timer-card ${timer.kind}`, role: 'group', 'aria-labelledby': name },
    element('div', { class: 'timer-inner' },
      configure,
      // Sentences for a screen reader, which would run the parts of the card together.
      element('p', { id: `${name}-configure`, hidden: true }, text('page.timers.configure-hint', { use, used, last })),
      element('p', { id: `${name}-quick`, hidden: true }, text('page.timers.quick-hint', { last })),
      element('div', { class: 'timer-head' }, element('span', { class: 'emblem' }, icon(timer.kind)),
        element('div', {}, element('h2', { id: name }, timer.title),
          element('p', { class: 'quiet use' }, use))),
      element('div', {},
        element('p', { class: 'quiet used' }, used),
        element('p', { class: 'last' }, last)),
      element('button', {
        class: 'quick', 'aria-label': text('page.timers.quick-start-kind', { timer: timer.title }),
        'aria-describedby': `${name}-quick why`,
        onclick: () => ask(context, refusal, { intent: 'timer-quick-start', kind: timer.kind }),
      }, icon('quick'), element('span', {}, text('page.timers.quick-start')), icon('next'))));
}

/**
 * Requests a timer. After a refusal, shows the reason in `line` and returns the invalid field.
 * @param {Context} context
 * @param {HTMLElement} line
 * @param {Record<string, unknown>} intent
 */
async function ask(context, line, intent) {
  let field;
  say(line, await begin(context, async () => {
    const outcome = await context.confirm(intent);
    field = outcome.field;
    return outcome;
  }));
  return field;
}

/**
 * @param {string} kind
 * @returns {(context: Context) => Page}
 */
export const createTimerForm = (kind) => (context) => {
  const card = () => context.state()?.timers?.find((each) => each.kind === kind);
  const main = element('main');
  const why = element('p', { id: 'why' });
  const refusal = element('p', { class: 'refusal' });
  const start = element('button', {
    class: 'start-practice', 'aria-describedby': 'why',
    onclick: async () => {
      if (!configuration) return;
      const field = await ask(context, refusal, { intent: 'timer-choose', configuration });
      document.getElementById(`about-${field}`)?.append(refusal);
      if (field) focusOn(field);
    },
  }, text('page.timers.start'));
  /** @type {Configuration | null} */
  let configuration = null;
  /** @type {HTMLElement | null} */
  let rest = null;

  load('/timers/ranges').then((list) => {
    /** @type {Fields | undefined} */
    const fields = list?.timers.find((/** @type {Fields} */ each) => each.kind === kind);
    const now = card();
    if (!fields || !now) return;
    configuration = { ...now.configuration, cues: [...now.configuration.cues] };
    fill(main, element('p', { class: 'quiet' }, fields.use),
      ...fields.groups.map((each) => group(each.title, ...each.fields.map(row))),
      element('div', { class: 'form-acts' }, why, refusal, start));
    if (rest) rest.hidden = configuration.sets === 1;
  });

  /** @param {Field} field */
  function row(field) {
    /** @param {string} value */
    const setting = (value) => /** @type {Setting} */ ({
      ...field, about: '', live: true, value, ...written(field, value),
      kind: field.kind === 'number' ? 'integer' : field.kind, read: (typed) => readNumber(field, typed),
      refuse: (typed) => {
        const line = text('page.timers.impossible', { name: field.label, range: range(field), typed });
        document.getElementById(`about-${field.key}`)?.append(refusal);
        say(refusal, line);
        announce(line);
      },
    });
    const now = read(configuration, field);
    const control = createControl(setting(now), (value) => {
      write(configuration, field, value);
      if (rest) rest.hidden = configuration?.sets === 1;
      control.update(setting(value));
      say(refusal, '');
    });
    control.update(setting(now));
    const node = settingRow(field, control, range(field));
    if (field.key === 'restSeconds') rest = node;
    return node;
  }

  return {
    ...sheet(context, 'timers', main, { name: card()?.title, kind: `timers ${kind}`, back: 'timers' }),
    update: (state) => {
      say(why, hindrance(state));
      set(start, 'aria-disabled', String(why.textContent !== ''));
    },
  };
};

/**
 * @param {Configuration | null} configuration
 * @param {Field} field
 * @returns {string}
 */
function read(configuration, field) {
  if (!configuration) return '';
  if (field.kind === 'on-off') return configuration.cues.includes(field.key) ? 'on' : 'off';
  const value = configuration[field.key];
  return value ? String(value) : 'off';
}

/**
 * @param {Configuration | null} configuration
 * @param {Field} field
 * @param {string} value
 */
function write(configuration, field, value) {
  if (!configuration) return;
  if (field.kind === 'on-off') {
    configuration.cues = configuration.cues.filter((each) => each !== field.key);
    if (value === 'on') configuration.cues.push(field.key);
  } else if (field.kind === 'choice') configuration[field.key] = value;
  else if (value !== 'off') configuration[field.key] = Number(value);
  else if (field.key === 'restSeconds') configuration[field.key] = 0;
  else delete configuration[field.key];
}

/**
 * Returns a value for display and for screen readers.
 * @param {Field} field
 * @param {string} value
 */
function written(field, value) {
  return field.unit && value !== 'off' ? { shown: digits(+value), spoken: durationWords(+value) } : { shown: value };
}

/**
 * Parses a typed number; a time as `12:30` or in seconds, as on the command line.
 * @param {Field} field
 * @param {string} text
 */
function readNumber({ unit }, text) {
  const [, minutes, seconds, count] = text.match(/^(?:(\d+):([0-5]\d)|(\d+))$/) ?? [];
  return minutes && unit ? +minutes * 60 + +seconds : +count;
}

/** @param {Field} field */
function range({ minimum, maximum, unit }) {
  const [low, high] = [minimum ?? 0, maximum ?? 0].map(unit ? durationWords : String);
  return maximum ? text('page.timers.range', { low, high }) : '';
}
