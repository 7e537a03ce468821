import { newId } from '@touchstone/kernel';
import { findKeyword } from '../catalogue.ts';
import { hasVariable } from '../run/variables.ts';
import { type KeywordFunction, type Step, stepLimits } from '../step.ts';
import { LineError, readLine } from './read-line.ts';

/** A fault of a text, with its line number from 1. */
export interface TextProblem {
  line: number;
  message: string;
}

/** The result of reading a text: the steps that were understood, and the problems of the other lines. */
export interface ReadSteps {
  steps: Step[];
  problems: TextProblem[];
}

interface Open {
  step: Step;
  line: number;
  isOther: boolean;
}

const maxLines = stepLimits.steps * 3;
const lineCharacters = stepLimits.argumentCharacters * 2;

class TextReader {
  readonly steps: Step[] = [];
  readonly problems: TextProblem[] = [];
  readonly #open: Open[] = [];
  readonly #functions: Set<string>;
  readonly #id: () => string;

  constructor(functions: readonly KeywordFunction[], id: () => string) {
    this.#functions = new Set(functions.map(({ name }) => name));
    this.#id = id;
  }

  read(text: string): void {
    const lines = text.split('\n');
    if (lines.length > maxLines) this.#report(maxLines + 1, `A text has at most ${maxLines} lines. Split the script.`);
    for (const [at, line] of lines.slice(0, maxLines).entries()) this.#line(line.trim(), at + 1);
    for (const { step, line } of this.#open)
      this.#report(line, `${findKeyword(step.keyword)?.title} is not closed. Write End after its steps.`);
  }

  #report(line: number, message: string): void {
    this.problems.push({ line, message });
  }

  #line(line: string, number: number): void {
    if (line === '') return;
    if (line.length > lineCharacters) this.#report(number, 'The line is too long.');
    else if (/^end$/i.test(line)) this.#end(number);
    else if (/^(otherwise|else|catch)$/i.test(line)) this.#otherwise(number);
    else this.#step(line, number);
  }

  #step(line: string, number: number): void {
    try {
      const step = readLine(line, this.#id());
      const called = step.args.function;
      if (step.keyword === 'callFunction' && called && !hasVariable(called) && !this.#functions.has(called))
        this.#report(number, `There is no function "${called}". Choose another one, or create it.`);
      const open = this.#open.at(-1);
      const into = open ? ((open.isOther ? open.step.otherwise : open.step.steps) ?? this.steps) : this.steps;
      into.push(step);
      if (step.steps) this.#open.push({ step, line: number, isOther: false });
    } catch (error) {
      if (!(error instanceof LineError)) throw error;
      this.#report(number, error.message);
    }
  }

  #end(number: number): void {
    if (!this.#open.pop()) this.#report(number, 'Nothing is open that this End could close. Remove it.');
  }

  #otherwise(number: number): void {
    const open = this.#open.at(-1);
    const holds = open && findKeyword(open.step.keyword)?.holds;
    if (!open || open.isOther || (holds !== 'branch' && holds !== 'try')) {
      this.#report(number, 'Otherwise belongs within If, and Catch within Try, once each.');
      return;
    }
    open.isOther = true;
    open.step.otherwise = [];
  }
}

/**
 * readText reads what `toText` or a person wrote in the same form; every line that isn't understood is a separate
 * problem.
 */
export function readText(
  text: string,
  { functions, id = newId }: { functions: readonly KeywordFunction[]; id?: () => string },
): ReadSteps {
  const reader = new TextReader(functions, id);
  reader.read(text);
  return { steps: reader.steps, problems: reader.problems };
}
