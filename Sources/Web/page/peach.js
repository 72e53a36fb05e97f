/** Assembles the pages: one stream of states, one page shown at a time. */
import { announce, announceNews, announceResult } from './shared/announcer.js';
import { createConfirmation } from './practice/confirmation.js';
import { createExample } from './practice/example.js';
import { element, fill } from './shared/dom.js';
import first from './first.js';
import modules from './pages.js';
import { createKeys } from './pages/info.js';
import { hubLines } from './pages/start.js';
import { noteCue } from './pages/timer.js';
import { nameOf } from './shared/keys.js';
import { pages } from './shared/parts.js';
import { Router, isTraining, trainingRoute } from './router.js';
import { loadTexts, text } from './shared/texts.js';
import { Wire, isReloaded } from './wire.js';

/** @type {typeof pages} */
const imported = modules;
Object.assign(pages, imported);

/** @type {PageState | null} */
let state = null;
/** @type {Page | null} */
let screen = null;
/** @type {string | null | undefined} */
let mode = null;
/** @type {Route | Mode | null} */
let cameFrom = null;

const wire = new Wire(take, lost, found);
const router = new Router((route) => open(route, true), (to) => wire.settle({ intent: 'navigate', to }));
const confirmation = createConfirmation(wire);
const example = createExample();
document.body.append(example.node);
/** @type {Context} */
const context = {
  wire, state: () => state, go: (route) => router.go(route), renew: () => open(router.route, true), confirm: confirmation.ask,
};

/**
 * @param {Route} route
 * @param {boolean} takesFocus false when the document has just been loaded, which is read from its beginning
 */
function open(route, takesFocus) {
  screen?.leave?.();
  announceResult('');
  mode = state?.mode;
  screen = pages[route].create(context);
  fill(/** @type {HTMLElement} */ (document.getElementById('page')), screen.node);
  document.getElementById('keys')?.remove();
  if (wire.gone) showGone();
  document.title = route === 'start' ? text('page.common.name') : `${screen.title} – ${text('page.common.name')}`;
  document.documentElement.classList.toggle('trains', isTraining(route));
  if (state) screen.update?.(state);
  if (takesFocus) {
    scrollTo(0, 0);
    focusFor(route).focus({ preventScroll: true });
  }
  cameFrom = isTraining(route) ? state?.mode ?? route : route;
}

/**
 * Returns the element to focus; back on Start, the one that led away.
 * @param {Route} route
 * @returns {HTMLElement}
 */
function focusFor(route) {
  const doorway = route === 'start' && cameFrom
    ? /** @type {HTMLElement | null} */ (document.querySelector(`[data-to~="${cameFrom}"]`)) : null;
  return doorway ?? screen?.focus ?? document.body;
}

/** @param {PageState} newest */
function take(newest) {
  state = newest;
  noteCue(state);
  router.follow(state);
  if (!screen) open(router.route, false);
  // The other variant of the same page: its content has changed as a whole.
  else if (isTraining(router.route) && trainingRoute(state) && state.mode !== mode) open(router.route, true);
  else screen?.update?.(state);
  confirmation.update(state);
  example.update(state);
  if (state.phase === 'hub') announceNews(hubLines(state), state.refused);
}

function lost() {
  showGone();
  confirmation.update(null);
  if (state) {
    // Nothing sounds, and nothing can be answered.
    state = { ...state, canAnswer: false, canTune: false, feedback: null, result: null, example: null };
    screen?.update?.(state);
    example.update(state);
  }
  announce(text('page.common.gone'));
}

async function found() {
  announce('');
  await loadTexts().catch(() => {});
  open(router.route, false);
}

/** Shows in the page's header, which does not scroll, that the program has gone. */
function showGone() {
  screen?.node.querySelector('header')?.append(element('p', { class: 'gone-line' }, text('page.common.gone')));
}

addEventListener('keydown', (event) => {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || confirmation.isOpen()) return;
  const isTyping = event.target instanceof HTMLInputElement && event.target.type === 'text';
  const key = nameOf(event, isTyping ? null : state?.letters);
  const hides = ['back', 'help'].includes(key);
  if (isTyping && !hides) return;
  const keys = document.getElementById('keys');
  if (keys && hides) keys.remove();
  else if (key === 'where' || key === 'explain') wire.post({ intent: key });
  else if (key === 'help') document.body.append(createKeys(router.route, state));
  else {
    screen?.key?.(event, key);
    /** @type {HTMLElement | null} */
    const back = document.querySelector('.back');
    if (key !== 'back' || event.defaultPrevented || !back) return;
    back.click();
  }
  event.preventDefault();
});
document.addEventListener('visibilitychange', () => {
  wire.post({ intent: document.hidden ? 'hidden' : 'shown' });
  if (document.hidden) wire.rest();
  else wire.connect();
});
addEventListener('pagehide', () => wire.rest());
addEventListener('pageshow', (event) => {
  if (event.persisted) wire.connect();
});

// Another site opened this window and could navigate it. Reload once to cut that off; some browsers keep the opener.
if (window.opener !== null && !isReloaded) location.reload();
else {
  take(first.state);
  if (!document.hidden) wire.connect();
}
