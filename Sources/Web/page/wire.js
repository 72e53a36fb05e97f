/** The connection to the program. */

const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
/** Whether this page was reloaded. */
export const isReloaded = navigation?.type === 'reload';

/** Returns this tab's storage, which survives a reload, if the browser allows it. */
function memory() {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

/** The id of this page, sent with every intent. It survives a reload, so that practice continues. */
export const page = (isReloaded && memory()?.getItem('page')) || crypto.randomUUID();
memory()?.setItem('page', page);

/** The time in ms without the program before it counts as gone: a restart of the program shows nothing. */
const patience = 1000;
const firstWait = 500;
const longestWait = 4000;
/** How long to wait for an answer, in ms; after that, later intents are sent. */
const longestAnswer = 3000;
/** The minimum time between slider positions in ms; the latest counts. */
const slideInterval = 8;

export class Wire {
  /** @type {EventSource | undefined} */
  #source;
  #wait = firstWait;
  /** @type {number | undefined} */
  #retry;
  /** @type {number | undefined} */
  #missing;
  /** Sends one intent after the other, so that a commit cannot overtake a slide. */
  #queue = createQueue();
  /** @type {{position: number, epoch?: number | null} | null} */
  #slide = null;
  /** @type {MessageEvent | undefined} */
  #newest;
  /** The version of the newest state, and calls to make when later ones arrive. */
  #version = 0;
  /** @type {{version: number, done: (value?: any) => void}[]} */
  #awaited = [];
  #isComingBack = false;
  /** Whether the program is unavailable. */
  gone = false;

  /**
   * @param {(state: PageState) => void} onState
   * @param {() => void} onGone called when the program has been away for `patience`
   * @param {() => Promise<void>} onBack called before the first state after that
   */
  constructor(onState, onGone, onBack) {
    this.onState = onState;
    this.onGone = onGone;
    this.onBack = onBack;
  }

  /** Opens the stream of states, and reopens it whenever it is lost. */
  connect() {
    clearTimeout(this.#retry);
    this.#source?.close();
    const source = new EventSource(`/state?page=${page}`);
    this.#source = source;
    source.addEventListener('state', async (event) => {
      clearTimeout(this.#missing);
      this.#missing = undefined;
      this.#wait = firstWait;
      this.#newest = event;
      // States that arrive in the meantime replace the first one.
      if (this.#isComingBack) return;
      if (this.gone) {
        this.gone = false;
        this.#isComingBack = true;
        try {
          await this.onBack();
        } finally {
          this.#isComingBack = false;
        }
      }
      if (source === this.#source) this.#take(this.#newest);
    });
    source.addEventListener('error', () => {
      this.#missing ??= window.setTimeout(() => {
        this.gone = true;
        this.onGone();
      }, patience);
      // Browsers give up if no server listens, or if the answer is not a stream.
      if (source.readyState !== EventSource.CLOSED) return;
      clearTimeout(this.#retry);
      this.#retry = window.setTimeout(() => this.connect(), this.#wait);
      this.#wait = Math.min(this.#wait * 2, longestWait);
    });
  }

  /** @param {MessageEvent} event */
  #take(event) {
    this.onState(JSON.parse(event.data));
    this.#version = Number(event.lastEventId);
    this.#awaited = this.#awaited.filter(({ version, done }) => version > this.#version || done());
  }

  /**
   * Closes the stream while the page is hidden: a browser has six connections per address for all its pages, and a
   * seventh page would wait for a stream of the others to end.
   */
  rest() {
    clearTimeout(this.#retry);
    clearTimeout(this.#missing);
    this.#missing = undefined;
    this.#source?.close();
  }

  /**
   * @param {Record<string, unknown>} intent
   * @returns {Promise<Outcome>} not ok with an empty line if the program is unavailable
   */
  post(intent) {
    return this.#queue(() => send(intent));
  }

  /**
   * Sends an intent, and waits for the state that includes it: `longestAnswer` at most, as the stream may be dead.
   * @param {Record<string, unknown>} intent
   * @returns {Promise<Outcome>}
   */
  async settle(intent) {
    const outcome = await this.post(intent);
    const version = outcome.version ?? 0;
    if (version > this.#version) {
      await new Promise((resolve) => {
        this.#awaited.push({ version, done: resolve });
        setTimeout(resolve, longestAnswer);
      });
    }
    return outcome;
  }

  /**
   * Sends the slider's position, −1…1.
   * @param {number} position
   * @param {number | null | undefined} epoch
   */
  slide(position, epoch) {
    const isWaiting = this.#slide !== null;
    this.#slide = { position, epoch };
    if (isWaiting) return;
    this.#queue(async () => {
      const slide = this.#slide;
      this.#slide = null;
      if (!slide) return;
      await send({ intent: 'slide', position: Math.round(slide.position * 1e5) / 1e5, epoch: slide.epoch });
      if (this.#slide) await new Promise((resolve) => setTimeout(resolve, slideInterval));
    });
  }
}

/**
 * Creates a queue of changes: each is sent after the answer to the one before, because requests can overtake one
 * another.
 */
export function createQueue() {
  let last = Promise.resolve();
  /**
   * @template Value
   * @param {() => Promise<Value>} task
   * @returns {Promise<Value>}
   */
  return (task) => {
    const done = last.then(task);
    last = done.then(() => {}, () => {});
    return done;
  };
}

/** @param {Record<string, unknown>} intent */
const send = (intent) => ask('POST', '/intents', { page, ...intent });

/**
 * Sends a change and returns its outcome, with the answer's object if there is one.
 * @param {'POST' | 'PUT' | 'DELETE'} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<Outcome & {value?: any}>}
 */
export async function ask(method, path, body = {}) {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), longestAnswer);
  try {
    const answer = await fetch(path, {
      method,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      keepalive: true,
      signal: giveUp.signal,
    });
    const content = await answer.text();
    const value = content ? JSON.parse(content) : undefined;
    const version = Number(answer.headers.get('State-Version'));
    return { ok: answer.ok, line: answer.ok ? '' : value?.line ?? '', field: value?.field, value, version };
  } catch {
    return { ok: false, line: '' };
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Loads a page's content; null if the program is unavailable, which the page shows elsewhere.
 * @param {string} path
 * @returns {Promise<any>}
 */
export async function load(path) {
  try {
    const answer = await fetch(path);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}
