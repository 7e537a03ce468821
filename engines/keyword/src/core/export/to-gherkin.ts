import { findKeyword } from '../catalogue.ts';
import { listOf } from '../lines.ts';
import type { Script } from '../script.ts';
import type { Step } from '../step.ts';
import { describeStep } from '../text/describe-step.ts';

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

type Word = 'Given' | 'When' | 'Then';

/** Verifications are outcomes, opening the application is the scenario's start, everything else is an action. */
function wordFor(step: Step, isFirst: boolean): Word {
  if (findKeyword(step.keyword)?.group === 'Verify') return 'Then';
  return isFirst ? 'Given' : 'When';
}

class GherkinWriter {
  readonly lines: string[] = [];
  #last: Word | undefined;

  steps(steps: readonly Step[], depth = 0): void {
    for (const step of steps) {
      const indent = '  '.repeat(2 + depth);
      if (step.comment) this.lines.push(`${indent}# ${oneLine(step.comment)}`);
      if (!step.isEnabled) {
        this.lines.push(`${indent}# Switched off: ${oneLine(describeStep(step))}`);
        continue;
      }
      if (step.keyword === 'comment') this.lines.push(`${indent}# ${oneLine(step.args.text ?? '')}`);
      else if (findKeyword(step.keyword)?.holds) this.#container(step, depth, indent);
      else this.#step(step, indent);
    }
  }

  #step(step: Step, indent: string): void {
    const word = wordFor(step, this.#last === undefined);
    const phrase = oneLine(describeStep(step));
    const isVerify = word === 'Then';
    this.lines.push(`${indent}${word === this.#last ? 'And' : word} ${isVerify ? '' : 'I '}${phrase}`);
    this.#last = word;
    if (step.keyword === 'callFunction' && step.args.inputs?.trim())
      for (const line of listOf(step.args.inputs)) {
        const [name = '', ...value] = line.split('=');
        this.lines.push(`${indent}  | ${cell(name)} | ${cell(value.join('='))} |`);
      }
  }

  /** Gherkin has no branches and loops: comments mark where they start and end. */
  #container(step: Step, depth: number, indent: string): void {
    this.lines.push(`${indent}# ${oneLine(describeStep(step))}:`);
    this.steps(step.steps ?? [], depth + 1);
    if (step.otherwise?.length) {
      this.lines.push(`${indent}# ${step.keyword === 'tryCatch' ? 'after a failure' : 'otherwise'}:`);
      this.steps(step.otherwise, depth + 1);
    }
    this.lines.push(`${indent}# end`);
  }
}

const cell = (text: string) => oneLine(text).replaceAll('\\', '\\\\').replaceAll('|', '\\|');

/**
 * toGherkin returns a script as a feature with one scenario, for people to read; branches and loops become comments.
 */
export function toGherkin({ name, steps }: Script): string {
  const writer = new GherkinWriter();
  writer.steps(steps);
  return [`Feature: ${oneLine(name)}`, '', `  Scenario: ${oneLine(name)}`, ...writer.lines, ''].join('\n');
}
