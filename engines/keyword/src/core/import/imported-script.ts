import { type KeywordFunction, newStep, type Step } from '../step.ts';
import type { TextProblem } from '../text/read-text.ts';

/** A script from another tool; a problem's `line` is the line in a text, or the command's number in a document. */
export interface ImportedScript {
  name: string;
  steps: Step[];
  problems: TextProblem[];
  /** Functions that its steps call. */
  functions?: KeywordFunction[];
}

/** ImportError explains why a document can't be imported at all. */
export class ImportError extends Error {}

/** ScriptBuilder collects steps, which may be nested. */
export class ScriptBuilder {
  readonly steps: Step[] = [];
  readonly problems: TextProblem[] = [];
  readonly #open: { step: Step; into: Step[]; isChained: boolean }[] = [];
  readonly #id: () => string;
  /** Settings of every step added after this. */
  usual: Partial<Step> = {};

  constructor(id: () => string) {
    this.#id = id;
  }

  get #into(): Step[] {
    return this.#open.at(-1)?.into ?? this.steps;
  }
  /** The last step of the container that steps are now added to. */
  get last(): Step | undefined {
    return this.#into.at(-1);
  }
  step(keyword: string, args: Record<string, string> = {}, more: Partial<Step> = {}): Step {
    return newStep(this.#id(), keyword, { ...this.usual, args, ...more });
  }
  add(step: Step): void {
    this.#into.push(step);
  }
  /** Inserts a step before the last one: the answer to a dialog precedes the step that opens it. */
  addBeforeLast(step: Step): void {
    this.#into.splice(Math.max(0, this.#into.length - 1), 0, step);
  }
  report(line: number, message: string): void {
    this.problems.push({ line, message });
  }
  open(step: Step, isChained = false): void {
    step.steps ??= [];
    this.add(step);
    this.#open.push({ step, into: step.steps, isChained });
  }
  /** Continues in the other branch of the open container; false if none is open. */
  otherwise(): boolean {
    const open = this.#open.at(-1);
    if (!open) return false;
    open.step.otherwise ??= [];
    open.into = open.step.otherwise;
    return true;
  }
  /** Closes the open container, and any opened in its other branch; false if none is open. */
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

/** parseDocument parses JSON, or throws an ImportError. */
export function parseDocument(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ImportError(`The document is not valid JSON: ${error instanceof Error ? error.message : error}.`);
  }
}

/** isRecord returns whether a value is an object with string keys. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** textOf returns a value as text, empty if it has none. */
export function textOf(value: unknown): string {
  return typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : '';
}
