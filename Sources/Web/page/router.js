/**
 * The page on show: Start in the middle, everything else one step from it. Training pages follow practice, on whatever
 * surface it starts and stops; the others stay.
 */
import { isTuned } from './shared/modes.js';
import { pages } from './shared/parts.js';

/** @param {Route} route */
export function isTraining(route) {
  return route === 'comparison' || route === 'matching';
}

/**
 * Returns the training page of the current mode; null during a timer's countdown or rest.
 * @param {PageState | null} state
 * @returns {Route | null}
 */
export function trainingRoute(state) {
  if (!state?.mode) return null;
  const timer = state.timer?.phase;
  if (state.phase === 'waiting' && (timer === 'countdown' || timer === 'resting')) return null;
  return isTuned(state.mode) ? 'matching' : 'comparison';
}

/**
 * Returns whether a timer runs, so that its page has a time to show.
 * @param {PageState | null} state
 */
export function isTimed(state) {
  return ['countdown', 'running', 'resting'].includes(state?.timer?.phase ?? '');
}

/**
 * Returns whether a page changes when practice begins. The others are for reading or for settings.
 * @param {Route} route
 */
function follows(route) {
  return isTraining(route) || route === 'start' || route === 'more' || pages[route].path.startsWith('/timer');
}

/** Returns the page at the address. Only addresses of pages get a document with modules. */
const addressed = () => /** @type {Route} */ (location.pathname.replace(/.*\//, '') || 'start');

export class Router {
  route = addressed();
  #returning = false;
  /** @type {Promise<unknown> | null} The departure that practice is not known to have followed. */
  #leaving = null;
  /** @type {PageState | null} */
  #state = null;

  /**
   * @param {(route: Route) => void} show
   * @param {(to: Route) => Promise<unknown>} leave called when the player leaves a training page; resolves when the state
   *   shows it
   */
  constructor(show, leave) {
    this.show = show;
    this.leave = leave;
    addEventListener('popstate', () => this.#arrive());
  }

  /**
   * Goes to a page at the player's request.
   * @param {Route} wanted
   */
  go(wanted) {
    // Back from timed training leads to the timer's page, as this pauses the timer.
    const route = wanted === 'start' && isTraining(this.route) && this.#state?.timer ? 'timer' : wanted;
    if (route === this.route) return;
    if (this.#isPractice()) this.#leave(route);
    this.#open(route);
    if (route === 'start') this.follow(this.#state);
  }

  /** Returns whether leaving this page leaves practice. */
  #isPractice() {
    return isTraining(this.route) || (this.route === 'timer' && isTimed(this.#state));
  }

  /**
   * Follows practice from the pages that do so; after a confirmation, from any page.
   * @param {PageState | null} state
   */
  follow(state) {
    const wasAsked = this.#state?.timer?.phase === 'confirming';
    this.#state = state;
    const place = trainingRoute(state) ?? (isTimed(state) ? 'timer' : null);
    if (!place) this.#leaving = null;
    if (this.#leaving || !state) return;
    if (place) {
      if (place !== this.route && (wasAsked || follows(this.route))) this.#open(place);
      return;
    }
    const isInUse = state.timer && state.timer.phase !== 'confirming';
    if (isTraining(this.route)) this.#open(isInUse ? 'timer' : 'start');
    if (this.route === 'timer' && !isInUse) this.#open('timers');
  }

  /**
   * Until practice has stopped, the states of the page that was left do not bring it back.
   * @param {Route} to
   */
  async #leave(to) {
    const leaving = this.leave(to);
    this.#leaving = leaving;
    await leaving;
    if (this.#leaving !== leaving) return;
    this.#leaving = null;
    this.follow(this.#state);
  }

  /** @param {Route} route */
  #open(route) {
    this.route = route;
    if (!this.#returning) this.#write();
    this.show(route);
  }

  /** Updates the address: from Start, pages are a step forward; back to Start is a step back. */
  #write() {
    const { path } = pages[this.route];
    if (location.pathname === path) return;
    if (this.route === 'start' && history.state?.step) {
      this.#returning = true;
      history.back();
    } else if (location.pathname === '/') history.pushState({ step: true }, '', path);
    else history.replaceState(history.state, '', path);
  }

  #arrive() {
    if (this.#returning) {
      this.#returning = false;
      this.#write();
      return;
    }
    const asked = addressed();
    if (asked === this.route) return;
    const wasTimed = isTraining(this.route) && this.#state?.timer;
    if (this.#isPractice()) this.#leave(asked);
    const training = trainingRoute(this.#state);
    this.route = wasTimed ? 'timer' : isTraining(asked) && asked !== training ? 'start' : asked;
    if (this.route !== asked) history.replaceState(null, '', pages[this.route].path);
    this.show(this.route);
    this.follow(this.#state);
  }
}
