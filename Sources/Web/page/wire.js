/** What comes from the program and goes to it. */

const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
/** Whether this is a page that was loaded anew. */
export const isReloaded = navigation?.type === 'reload';

/** What this tab keeps when it is loaded anew, where a browser lets us. */
function memory() {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

/** This page among all that are open; every intent says whose it is. Loaded anew it is the same, so that practice goes on. */
export const page = (isReloaded && memory()?.getItem('page')) || crypto.randomUUID();
memory()?.setItem('page', page);

/** The program is called gone after this time without it: a restart of its own shows nothing. */
const patience = 1000;
const firstWait = 500;
const longestWait = 4000;
/** An answer that takes longer than this does not come: later intents shall not wait for it. */
const longestAnswer = 3000;
/** Slider positions are sent no more often; the newest counts. */
const slideInterval = 8;

export class Wire {
  /** @type {EventSource | undefined} */
  #source;
  #wait = firstWait;
  /** @type {number | undefined} */
  #retry;
  /** @type {number | undefined} */
  #missing;
  /** One intent after the other, so that a commit cannot overtake a slide. */
  #queue = createQueue();
  /** @type {{position: number, epoch?: number | null} | null} */
  #slide = null;
  #newest = '';
  #isComingBack = false;
  /** Whether the program is not there. */
  gone = false;

  /**
   * @param {(state: PageState) => void} onState
   * @param {() => void} onGone called when the program has been away for a while
   * @param {() => Promise<void>} onBack called before the first state after that
   */
  constructor(onState, onGone, onBack) {
    this.onState = onState;
    this.onGone = onGone;
    this.onBack = onBack;
  }

  /** Opens the stream of states, and again whenever it is lost. */
  connect() {
    clearTimeout(this.#retry);
    this.#source?.close();
    const source = new EventSource(`/state?page=${page}`);
    this.#source = source;
    source.addEventListener('state', async (event) => {
      clearTimeout(this.#missing);
      this.#missing = undefined;
      this.#wait = firstWait;
      this.#newest = event.data;
      // States that come while the first one waits take its place.
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
      if (source === this.#source) this.onState(JSON.parse(this.#newest));
    });
    source.addEventListener('error', () => {
      this.#missing ??= window.setTimeout(() => {
        this.gone = true;
        this.onGone();
      }, patience);
      // Browsers give up where nobody listens at all, or after an answer that is no stream.
      if (source.readyState !== EventSource.CLOSED) return;
      clearTimeout(this.#retry);
      this.#retry = window.setTimeout(() => this.connect(), this.#wait);
      this.#wait = Math.min(this.#wait * 2, longestWait);
    });
  }

  /**
   * Closes the stream while nobody looks: a browser has six connections to one address for all its pages, and a seventh
   * page would wait for the others' streams to end.
   */
  rest() {
    clearTimeout(this.#retry);
    clearTimeout(this.#missing);
    this.#missing = undefined;
    this.#source?.close();
  }

  /**
   * @param {Record<string, unknown>} intent
   * @returns {Promise<Outcome>} not ok with an empty line where the program is not there
   */
  post(intent) {
    return this.#queue(() => send(intent));
  }

  /**
   * The slider's position, −1 … 1.
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

/** A queue of changes: each is sent once the one before has been answered, as requests overtake one another. */
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
 * Sends a change and gives its outcome; the answer's object besides, where there is one.
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
    return { ok: answer.ok, line: answer.ok ? '' : value?.line ?? '', field: value?.field, value };
  } catch {
    return { ok: false, line: '' };
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Fetches what a page shows; null where the program is not there, which the page says elsewhere.
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
