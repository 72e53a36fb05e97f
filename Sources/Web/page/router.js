/**
 * Which page is shown: Start in the middle, everything else one step from it. Training pages follow practice, whoever
 * starts and stops it; the others stay.
 */
import { pages } from './shared/parts.js';

/** How long a page that has left training waits to hear that it has stopped, before it follows again. */
const leavingTime = 1500;

/** @param {Route} route */
export function isTraining(route) {
  return route === 'comparison' || route === 'matching';
}

/**
 * The training page of what is practised now; none while a timer's countdown or rest is all there is.
 * @param {PageState | null} state
 * @returns {Route | null}
 */
export function trainingRoute(state) {
  if (!state?.mode) return null;
  const timer = state.timer?.phase;
  if (state.phase === 'waiting' && (timer === 'countdown' || timer === 'resting')) return null;
  return state.mode.endsWith('matching') ? 'matching' : 'comparison';
}

/**
 * Whether a timer runs, so that its page has something to show that goes on.
 * @param {PageState | null} state
 */
export function isTimed(state) {
  return ['countdown', 'running', 'resting'].includes(state?.timer?.phase ?? '');
}

/**
 * Whether a page goes where practice begins. The others are read, or something is set up there.
 * @param {Route} route
 */
function follows(route) {
  return isTraining(route) || route === 'start' || route === 'more' || pages[route].path.startsWith('/timer');
}

/** The page at the address; only addresses of pages get a document with modules. */
const addressed = () => /** @type {Route} */ (location.pathname.replace(/.*\//, '') || 'start');

export class Router {
  route = addressed();
  #returning = false;
  /** @type {number | undefined} */
  #leaving;
  /** @type {PageState | null} */
  #state = null;

  /**
   * @param {(route: Route) => void} show
   * @param {(to: Route) => void} leave called when somebody leaves a training page
   */
  constructor(show, leave) {
    this.show = show;
    this.leave = leave;
    addEventListener('popstate', () => this.#arrive());
  }

  /**
   * Goes to a page because somebody wants to.
   * @param {Route} wanted
   */
  go(wanted) {
    // The way back from training under a timer leads to the timer, which is paused by it.
    const route = wanted === 'start' && isTraining(this.route) && this.#state?.timer ? 'timer' : wanted;
    if (route === this.route) return;
    if (this.#isPractice()) this.#leave(route);
    this.#open(route);
    if (route === 'start') this.follow(this.#state);
  }

  /** Whether leaving this page is leaving practice. */
  #isPractice() {
    return isTraining(this.route) || (this.route === 'timer' && isTimed(this.#state));
  }

  /**
   * Goes where practice is, from the pages that follow it; from everywhere where it was confirmed just now.
   * @param {PageState | null} state
   */
  follow(state) {
    const wasAsked = this.#state?.timer?.phase === 'confirming';
    this.#state = state;
    const place = trainingRoute(state) ?? (isTimed(state) ? 'timer' : null);
    if (!place) this.#stay();
    if (this.#leaving !== undefined || !state) return;
    if (place) {
      if (place !== this.route && (wasAsked || follows(this.route))) this.#open(place);
      return;
    }
    const isInUse = state.timer && state.timer.phase !== 'confirming';
    if (isTraining(this.route)) this.#open(isInUse ? 'timer' : 'start');
    if (this.route === 'timer' && !isInUse) this.#open('timers');
  }

  /** @param {Route} to */
  #leave(to) {
    this.leave(to);
    this.#leaving = window.setTimeout(() => {
      this.#stay();
      this.follow(this.#state);
    }, leavingTime);
  }

  #stay() {
    clearTimeout(this.#leaving);
    this.#leaving = undefined;
  }

  /** @param {Route} route */
  #open(route) {
    this.route = route;
    if (!this.#returning) this.#write();
    this.show(route);
  }

  /** Brings the address to where we are: forward from Start is a step, back to it is a step back. */
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
