// The types in the comments of the pages' modules, which browsers do not load: `test_types` reads both.

// What the program tells.

type Mode = 'comparison' | 'matching' | 'interval-comparison' | 'interval-matching' | 'listen' | 'interval-listen';
type Feedback = {correct: boolean, answer: string, text: string};
type Result = {direction: 'sharp' | 'flat' | 'none', band: 'dead-centre' | 'close' | 'moderate' | 'far', text: string, shown: string};
type PluggedIn = {name: string, mapping: string, asleep: boolean, lines: string[]};
type Configuration = Record<string, any> & {cues: string[]};
type Timer = {phase: 'confirming' | 'countdown' | 'running' | 'paused' | 'resting' | 'finished',
  kind: string, title: string, trains: boolean, rows: {label: string, value: string}[], time: string, timeLabel: string, spoken: string,
  roundLine: string, intervalLine?: string | null, setLine?: string | null, lastSplit?: string | null,
  line: string, cue?: {number: number, text: string} | null};
type TimerCard = {kind: string, title: string, use: string, last: string, isUsed: boolean, configuration: Configuration};
type PageState = {mode?: Mode | null, epoch?: number | null, line: string,
  phase: 'hub' | 'reference' | 'target' | 'tunable' | 'awaiting-answer' | 'feedback' | 'waiting',
  canAnswer: boolean, canTune: boolean, interval?: string | null, nextInterval?: string | null, tuningRange?: number | null,
  here?: string | null, refusal?: string | null, refused?: {number: number, line: string} | null, feedback?: Feedback | null, result?: Result | null, sound?: {ready: boolean, line: string} | null,
  notices: string[], hint?: string, hearsAgain?: boolean, question?: string | null,
  questions?: Record<string, string> | null, example?: {answer?: 'higher' | 'lower' | null, text: string} | null, controllers: PluggedIn[], letters?: {higher: string, lower: string} | null,
  timer?: Timer | null, timers?: TimerCard[], historyChanges?: number, leaving: boolean};
type Outcome = {ok: boolean, line: string, field?: string, version?: number};
type PracticeSet = {title: string, time: string, rounds: {split: string}[]};
type Practice = {id: string, kind: string, title: string, date: string, configuration: string, time: string, rounds: string,
  state: 'complete' | 'incomplete' | 'paused' | 'running', stateText: string, removed?: boolean};

// What pages are made of.

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | null | undefined | ((event: any) => void)>;

/** What a page is given. */
interface Context {
  wire: import('../../Sources/Web/page/wire.js').Wire;
  /** The newest. */
  state: () => PageState | null;
  go: (route: Route) => void;
  /** Asks for a timer, whose sheet then opens. */
  confirm: (intent: Record<string, unknown>) => Promise<Outcome>;
  /** Makes the page anew, as after its words have changed. */
  renew: () => void;
}

/** What a page is. */
interface Page {
  node: HTMLElement;
  title: string;
  update?: (state: PageState) => void;
  /** What takes focus when it is opened. */
  focus?: HTMLElement;
  /** What a key does here, by its name. */
  key?: (event: KeyboardEvent, key: string) => void;
  leave?: () => void;
}

type CreatePage = (context: Context) => Page;

/** What a module in `pages` has. */
interface PageModule {
  create: CreatePage;
  /** Its link's place among those on Start, if it is there. */
  menu?: number;
  /** What a link to it shows, in lines. */
  emblem?: string[];
}

// Settings and their controls.

type Choice = { value: string, label: string };
type Setting = {
  key: string, label: string, about: string, kind: string, value: string, shown: string, spoken?: string, minimum?: number | null,
  offered?: number, maximum?: number | null, step?: number | null, unit?: string | null, choices?: Choice[] | null, live: boolean,
  /** Reads a number that is typed; without it the program reads what is typed. */
  read?: (text: string) => number,
  /** Says that what was typed cannot be. */
  refuse?: (text: string) => void,
};
type Save = (value: string) => void;
type Control = { node: HTMLElement, update: (setting: Setting) => void, isWide?: boolean };
type CreateControl = (setting: Setting, save: Save) => Control;
/** A setting that is shown, and what it is to become. */
type Saved = { setting: Setting, wanted: string | null, show: (setting: Setting) => void, fail: (line: string) => void };
type IntervalRow = { up?: HTMLButtonElement, down?: HTMLButtonElement, name: string };

// What can be set of timers.

type Field = Pick<Setting, 'key' | 'label' | 'kind' | 'minimum' | 'maximum' | 'unit'>;
type Fields = { kind: string, use: string, groups: { title: string, fields: Field[] }[] };

// What is answered with.

type Answer = 'higher' | 'lower';
type Slider = {
  node: HTMLElement, activate: (isActive: boolean) => void, centre: () => void, nudge: (amount: number) => void,
};

// Controllers.

/** Of a drawing, as the program tells it. */
type Part = {
  kind: string, role?: string, count?: number, notes?: number[], rows?: (number | null)[][],
  from?: number, to?: number, split?: number, marks?: { note: number, role: string }[],
};
type Role = { role: string, label: string, where: string, light: boolean };
/** One that a control has, or, without a place, none. */
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
  node: HTMLElement, hear: (message: Message) => void, wait: (waiting: Waiting | null) => void, tell: (line: string) => void,
};
