// The types in the comments of the pages' modules, which browsers do not load: `test_types` reads both.

// Messages from the program.

type Mode = 'comparison' | 'matching' | 'interval-comparison' | 'interval-matching' | 'listen' | 'interval-listen' | 'timing' | 'timing-listen' | 'chords' | 'beats' | 'temperament';
type Feedback = {correct: boolean, answer: string, text: string};
type Result = {direction: 'sharp' | 'flat' | 'late' | 'early' | 'none', band: 'dead-centre' | 'close' | 'moderate' | 'far', text: string, shown: string};
type PluggedIn = {name: string, mapping: string, asleep: boolean, lines: string[]};
type Configuration = Record<string, any> & {cues: string[]};
type Timer = {phase: 'confirming' | 'countdown' | 'running' | 'paused' | 'resting' | 'finished',
  kind: string, title: string, trains: boolean, configuration: Configuration, rows: {label: string, value: string}[], time: string, timeLabel: string, spoken: string,
  roundLine: string, slotLine?: string | null, setLine?: string | null, lastSplit?: string | null,
  line: string, cue?: {number: number, text: string} | null};
type TimerCard = {kind: string, title: string, use: string, last: string, isUsed: boolean, configuration: Configuration};
type PageState = {mode?: Mode | null, epoch?: number | null, line: string,
  phase: 'hub' | 'reference' | 'target' | 'tunable' | 'awaiting-answer' | 'feedback' | 'waiting',
  canAnswer: boolean, canTune: boolean, interval?: string | null, nextInterval?: string | null, rhythm?: string | null, beating?: string | null, laying?: string | null, stepsBack?: boolean, laid?: string[] | null, tuningRange?: number | null,
  here?: string | null, refusal?: string | null, refused?: {number: number, line: string} | null, feedback?: Feedback | null, result?: Result | null, sound?: {ready: boolean, line: string} | null,
  notices: string[], hint?: string, hearsAgain?: boolean, asksSureness?: boolean, question?: string | null,
  questions?: Record<string, string> | null, example?: {answer?: 'higher' | 'lower' | null, text: string} | null, controllers: PluggedIn[], letters?: {higher: string, lower: string} | null,
  timer?: Timer | null, timers?: TimerCard[], historyChanges?: number, leaving: boolean};
type Outcome = {ok: boolean, line: string, field?: string, version?: number};
type PracticeSet = {title: string, time: string, rounds: {split: string}[]};
type Practice = {id: string, kind: string, title: string, date: string, configuration: string, time: string, rounds: string,
  state: 'complete' | 'incomplete' | 'paused' | 'running', stateText: string, removed?: boolean};

// Building blocks of pages.

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | null | undefined | ((event: any) => void)>;

/** The parameters of a page. */
interface Context {
  wire: import('../../Sources/Web/page/wire.js').Wire;
  /** The newest state. */
  state: () => PageState | null;
  go: (route: Route) => void;
  /** Requests a timer, whose sheet then opens. */
  confirm: (intent: Record<string, unknown>) => Promise<Outcome>;
  /** Creates the page again, as after a change of its texts. */
  renew: () => void;
}

/** A page. */
interface Page {
  node: HTMLElement;
  title: string;
  update?: (state: PageState) => void;
  /** The element that takes focus when the page opens. */
  focus?: HTMLElement;
  /** Handles a key, by its name. */
  key?: (event: KeyboardEvent, key: string) => void;
  leave?: () => void;
}

type CreatePage = (context: Context) => Page;

/** The exports of a module in `pages`. */
interface PageModule {
  create: CreatePage;
  /** The position of its link on Start, if it has one. */
  menu?: number;
  /** The drawing of a link to it, in lines. */
  emblem?: string[];
}

// Settings and their controls.

type Choice = { value: string, label: string };
type Setting = {
  key: string, label: string, about: string, kind: string, value: string, shown: string, spoken?: string, minimum?: number | null,
  offered?: number, maximum?: number | null, step?: number | null, unit?: string | null, choices?: Choice[] | null, live: boolean, remark: string,
  /** Parses a typed number; without it the program parses the text. */
  read?: (text: string) => number,
  /** Reports that the typed text is invalid. */
  refuse?: (text: string) => void,
};
type Save = (value: string) => void;
type Control = { node: HTMLElement, update: (setting: Setting) => void, isWide?: boolean };
type CreateControl = (setting: Setting, save: Save) => Control;
/** A setting on the page, and its requested value. */
type Saved = { setting: Setting, wanted: string | null, remark: HTMLElement, show: (setting: Setting) => void, fail: (line: string) => void };
type IntervalRow = { up?: HTMLButtonElement, down?: HTMLButtonElement, name: string };

// The fields of timers.

type Field = Pick<Setting, 'key' | 'label' | 'kind' | 'minimum' | 'maximum' | 'unit'>;
type Fields = { kind: string, use: string, groups: { title: string, fields: Field[] }[] };

// Controls for answers.

type Answer = 'higher' | 'lower';
type Slider = {
  node: HTMLElement, activate: (isActive: boolean) => void, centre: () => void, nudge: (amount: number) => void,
};

// Controllers.

/** A part of a drawing, from the program. */
type Part = {
  kind: string, role?: string, count?: number, notes?: number[], rows?: (number | null)[][],
  from?: number, to?: number, split?: number, marks?: { note: number, role: string }[],
};
type Role = { role: string, label: string, where: string, light: boolean };
/** A role of a control; without a place, a free role. */
type RoleLine = { role: string, label: string, where?: string, light?: boolean };
type Draw = (part: Part, name: (role: string) => string) => HTMLElement;
type Controller = {
  id: string, name: string, mapping: string, why?: string, asleep: boolean, others?: string[],
  roles: Role[], drawing: Part[], free: { role: string, label: string }[],
  way?: 'before' | 'learned' | null, lines: string[],
};
type Waiting = { role: string, line: string };
type Message = { text: string, role?: string | null, note?: number | null };
type Actions = { pick: (role: string) => void, go: (way: string) => void };
type Card = {
  node: HTMLElement, hear: (message: Message) => void, wait: (waiting: Waiting | null) => void, report: (line: string) => void,
};
