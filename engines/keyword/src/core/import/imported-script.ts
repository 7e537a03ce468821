import { type KeywordFunction, newStep, type Step } from '../step.ts';
import type { TextProblem } from '../text/read-text.ts';

/** A script from another tool; `line` of a problem is the line of a text, or the number of the command in a document. */
export interface ImportedScript {
  name: string;
  steps: Step[];
  problems: TextProblem[];
  /** That its steps call. */
  functions?: KeywordFunction[];
}

/** ImportError says why a document cannot be imported at all. */
export class ImportError extends Error {}

/** ScriptBuilder collects steps, of which some lie within others. */
export class ScriptBuilder {
  readonly steps: Step[] = [];
  readonly problems: TextProblem[] = [];
  readonly #open: { step: Step; into: Step[]; isChained: boolean }[] = [];
  readonly #id: () => string;
  /** What every step has from now on. */
  usual: Partial<Step> = {};

  constructor(id: () => string) {
    this.#id = id;
  }

  get #into(): Step[] {
    return this.#open.at(-1)?.into ?? this.steps;
  }
  /** The step that was added last where steps are added now. */
  get last(): Step | undefined {
    return this.#into.at(-1);
  }
  step(keyword: string, args: Record<string, string> = {}, more: Partial<Step> = {}): Step {
    return newStep(this.#id(), keyword, { ...this.usual, args, ...more });
  }
  add(step: Step): void {
    this.#into.push(step);
  }
  /** Puts a step before the last one: what answers a dialog stands before what opens it. */
  addBeforeLast(step: Step): void {
    this.#into.splice(Math.max(0, this.#into.length - 1), 0, step);
  }
  say(line: number, message: string): void {
    this.problems.push({ line, message });
  }
  open(step: Step, isChained = false): void {
    step.steps ??= [];
    this.add(step);
    this.#open.push({ step, into: step.steps, isChained });
  }
  /** Goes on in the other branch of what is open; false where nothing is. */
  otherwise(): boolean {
    const open = this.#open.at(-1);
    if (!open) return false;
    open.step.otherwise ??= [];
    open.into = open.step.otherwise;
    return true;
  }
  /** Closes what is open, and what was opened in its other branch; false where nothing is. */
  close(): boolean {
    let open = this.#open.pop();
    const isOpen = open !== undefined;
    while (open?.isChained) open = this.#open.pop();
    return isOpen;
  }
  finish(name: string): ImportedScript {
    return { name, steps: this.steps, problems: this.problems };
  }
}

/** parseDocument reads JSON, or says that it is none. */
export function parseDocument(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ImportError(`The document is not valid JSON: ${error instanceof Error ? error.message : error}.`);
  }
}

/** isRecord says whether a value is an object with names. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** textOf gives a value as a text, empty where it is none. */
export function textOf(value: unknown): string {
  return typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : '';
}
