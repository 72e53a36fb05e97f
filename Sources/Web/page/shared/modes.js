/** The buttons that start exercises, the obstacle to all of them, and the reason for a refused start. */
import { element, say, set } from './dom.js';
import { begin, hindrance, link } from './parts.js';
import { text } from './texts.js';

/**
 * Returns whether the player tunes a note in a mode, on the page of matching.
 * @param {Mode | null} [mode]
 */
export const isTuned = (mode) => /matching$|^chords$|^temperament$/.test(mode ?? '');

/**
 * @param {Context} context
 * @param {(Mode | 'explain')[]} modes
 * @param {(state: PageState) => void} update shows the page again, with the refusal
 * @param {(mode: Mode | 'explain') => Child[]} [words] the content of a button
 */
export function createModes(context, modes, update, words = (mode) => [text(`page.start.${mode}`)]) {
  let refusal = '';
  // The obstacle links to the page where it can be removed.
  const hinders = link(context, 'timer', { class: 'hinders', id: 'why' });
  const buttons = modes.map((mode) => element('button', {
    class: 'mode', 'data-to': mode, 'aria-describedby': `asks-${mode} why`,
    onclick: () => ask(() => context.wire.post(mode === 'explain' ? { intent: mode } : { intent: 'start', mode })),
  }, ...words(mode)));

  /** The questions of modes that were never answered, for screen readers: during notes nothing is announced. */
  const questions = modes.map((mode) => element('p', { id: `asks-${mode}`, hidden: true }));

  /** @param {() => Promise<Outcome>} start */
  async function ask(start) {
    if (context.wire.gone) return;
    refusal = await begin(context, start);
    const state = context.state();
    if (state) update(state);
  }

  return {
    hinders, buttons, questions, ask,
    /**
     * @param {PageState} state
     * @returns {string} the reason for refusing the last start
     */
    show: (state) => {
      const why = hindrance(state);
      say(hinders, why);
      hinders.hidden = !why;
      questions.forEach((node, index) => say(node, state.questions?.[modes[index]] ?? ''));
      for (const node of buttons) set(node, 'aria-disabled', String(context.wire.gone || why !== ''));
      return refusal === why ? '' : refusal;
    },
  };
}
