// What the modules of the core are given and give, as data.py says it.

export type Guard = [name: string, answer: boolean];
export type Row = [source: string, target: string, event: string, asked?: string[], actions?: string[]];

export interface Transition {
  source: string;
  target: string;
  event: string;
  guards: Guard[];
  actions: string[];
  row: Row;
  text: string;
}

export interface Machine {
  name: string;
  kind: string;
  pegs: boolean;
  initial: string;
  states: State[];
  final: string[];
  events: string[];
  autonomous: boolean;
  word: string;
  most: number;
  starts: (Inputs & { state: string; node: number })[];
  transitions: Transition[];
  guards: Record<string, string>;
  actions: Record<string, string>;
  compares: [word: string, registers: string[]][];
  claims: [text: string, holds: boolean | null, why: string][];
  live: boolean | undefined;
  editable: boolean;
  memory?: string;
  shows: Record<string, Shown>;
  nodes: Node[];
  right?: Machine | null;
  original?: Machine;
  table?: (Transition | undefined)[];
  edit?: string;
}

export interface State {
  name: string;
  meaning: string;
  does: string;
  initial: string;
  colour: string;
  letters: number;
  around: string[];
}

export interface Shown {
  path: string[];
  first: number;
  fields: string[] | null;
  words: Record<string, Record<string, string>>;
}

export interface Node {
  state: string;
  contents: Record<string, unknown>;
  answers: Record<string, boolean | string>;
  next: Record<string, [taken: number, output: unknown, node: number] | string>;
}

export interface Inputs {
  disks?: number;
  source?: number;
  target?: number;
  start?: string;
  goal?: string;
  word?: string[];
  begin?: string;
}

export interface Move {
  disk: number;
  source: number;
  target: number;
}

export interface Finding {
  step: number;
  expected: string;
  got: string;
}

export interface Happened {
  index: number;
  step: number;
  state: string;
  taken: number | null;
  output: unknown;
  move: Move | null;
  configuration: string;
  finding: Finding | null;
  stopped: string;
}

export type Wishes = Record<string, string | number | undefined>;
