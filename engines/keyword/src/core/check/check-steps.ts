import { compileRegex } from '@touchstone/engine-assert/core';
import { argumentOf, findKeyword } from '../catalogue.ts';
import type { Keyword, Parameter } from '../keyword.ts';
import { listOf, pairsOf } from '../lines.ts';
import { runLimits } from '../run/run-plan.ts';
import { hasVariable, variableNames } from '../run/variables.ts';
import { type KeywordFunction, type Step, stepLimits } from '../step.ts';
import { readLocator } from '../text/locator-text.ts';
import { callCircle } from './call-circle.ts';

/** A fault of a script that can be found without running it. */
export interface Problem {
  stepId: string;
  /** `keyword`, `target`, `steps`, `otherwise`, `retries`, or `args.` with the argument's name. */
  field: string;
  message: string;
}

/** Definitions that a script may refer to. */
export interface CheckContext {
  functions: readonly KeywordFunction[];
  /** Names that have a value at the start of the script; without them, variables aren't checked. */
  variables?: readonly string[];
}

/** Arguments that are locators, by keyword. */
const locatorArguments: Record<string, readonly string[]> = {
  dragAndDrop: ['onto'],
  swipe: ['to'],
  verifyScreenshot: ['masks'],
};

const variableName = /^[\p{L}_][\p{L}\p{N}_.-]{0,99}$/u;

class StepCheck {
  readonly problems: Problem[] = [];
  readonly #functions: Map<string, KeywordFunction>;
  #known: Set<string> | undefined;
  readonly #circles = new Map<string, string[] | undefined>();
  #steps = 0;

  constructor({ functions, variables }: CheckContext) {
    this.#functions = new Map(functions.map((known) => [known.name, known]));
    this.#known = variables && new Set(variables);
  }

  all(steps: readonly Step[], level = 1): void {
    for (const step of steps) {
      this.#steps += 1;
      if (this.#steps > stepLimits.steps) {
        if (this.#steps === stepLimits.steps + 1)
          this.#report(step, 'steps', `A script has at most ${stepLimits.steps} steps. Move some into functions.`);
        return;
      }
      if (level > stepLimits.levels) {
        this.#report(
          step,
          'steps',
          `Steps lie at most ${stepLimits.levels} deep in each other. Move some into functions.`,
        );
        return;
      }
      this.#one(step);
      if (step.steps) this.all(step.steps, level + 1);
      if (step.otherwise) this.all(step.otherwise, level + 1);
    }
  }

  #report(step: Step, field: string, message: string): void {
    this.problems.push({ stepId: step.id, field, message });
  }

  #one(step: Step): void {
    const keyword = findKeyword(step.keyword);
    if (!keyword) {
      this.#report(step, 'keyword', `There is no keyword "${step.keyword}". Choose another one.`);
      return;
    }
    this.#target(keyword, step);
    this.#arguments(keyword, step);
    this.#contents(keyword, step);
    if (!Number.isInteger(step.retries) || step.retries < 0 || step.retries > stepLimits.retries)
      this.#report(step, 'retries', `A step is tried again 0 to ${stepLimits.retries} times.`);
    if (step.timeoutMs !== null && !(step.timeoutMs >= 1 && step.timeoutMs <= 3_600_000))
      this.#report(step, 'timeoutMs', 'The time of a step lies between 1 ms and an hour.');
    this.#special(keyword, step);
  }

  #target(keyword: Keyword, step: Step): void {
    const { target } = step;
    if (keyword.target === 'required' && !target)
      this.#report(step, 'target', `${keyword.title} needs an element. Pick one.`);
    if (keyword.target === 'none' && target)
      this.#report(step, 'target', `${keyword.title} takes no element. Remove it.`);
    if (!target) return;
    if (target.locators.length === 0)
      this.#report(step, 'target', `"${target.name}" has no locator. Pick the element again.`);
    if (target.locators.length + target.frame.length > stepLimits.locators)
      this.#report(step, 'target', `An element has at most ${stepLimits.locators} locators.`);
    for (const locator of [...target.locators, ...target.frame]) {
      if (locator.value.trim() === '') this.#report(step, 'target', `A locator of "${target.name}" is empty.`);
      this.#variables(step, 'target', `${locator.value} ${locator.name ?? ''}`);
    }
  }

  #arguments(keyword: Keyword, step: Step): void {
    for (const [name, text] of Object.entries(step.args)) {
      const parameter = keyword.parameters.find((known) => known.name === name);
      if (!parameter) this.#report(step, `args.${name}`, `${keyword.title} has no argument "${name}". Remove it.`);
      else if (text.length > stepLimits.argumentCharacters)
        this.#report(
          step,
          `args.${name}`,
          `"${parameter.label}" has at most ${stepLimits.argumentCharacters} characters.`,
        );
      else if (parameter.type !== 'code') this.#variables(step, `args.${name}`, text);
    }
    for (const parameter of keyword.parameters) {
      const text = step.args[parameter.name] ?? '';
      const message = text === '' ? missing(keyword, parameter) : fault(parameter, text);
      if (message) this.#report(step, `args.${parameter.name}`, message);
    }
    this.#pattern(keyword, step);
  }

  #pattern(keyword: Keyword, step: Step): void {
    const operator = argumentOf(keyword, step.args, 'operator');
    const pattern = keyword.id === 'waitForUrl' ? 'url' : 'right' in step.args ? 'right' : 'expected';
    const text = step.args[pattern] ?? '';
    if (operator !== 'matches' || hasVariable(text)) return;
    try {
      compileRegex(text);
    } catch (error) {
      this.#report(step, `args.${pattern}`, error instanceof Error ? error.message : String(error));
    }
  }

  /** Reports variables that have no value yet; one set by the script counts from its step on. */
  #variables(step: Step, field: string, text: string): void {
    for (const name of this.#known ? variableNames(text) : [])
      if (!this.#known?.has(name) && !name.startsWith('$'))
        this.#report(step, field, `The variable ${name} has no value here. Set it before, or in the environment.`);
  }

  #contents(keyword: Keyword, step: Step): void {
    const hasSteps = (step.steps?.length ?? 0) > 0;
    const hasOtherwise = (step.otherwise?.length ?? 0) > 0;
    if (!keyword.holds) {
      if (hasSteps || hasOtherwise) this.#report(step, 'steps', `${keyword.title} holds no steps. Move them out.`);
      return;
    }
    if (!hasSteps && !(keyword.holds === 'branch' && hasOtherwise))
      this.#report(step, 'steps', `${keyword.title} is empty. Put steps into it, or remove it.`);
    if (keyword.holds === 'loop' && hasOtherwise)
      this.#report(step, 'otherwise', `${keyword.title} has no other branch. Move its steps out.`);
  }

  #special(keyword: Keyword, step: Step): void {
    if (keyword.id === 'callFunction') this.#call(step);
    for (const name of locatorArguments[keyword.id] ?? []) this.#locators(step, name);
    const set = step.args.variable || keyword.parameters.find(({ name }) => name === 'variable')?.default;
    if (set) this.#known?.add(set);
    // Columns of the data table become variables, and are unknown here.
    if (keyword.id === 'forEach' && !step.args.values?.trim()) this.#known = undefined;
  }

  #locators(step: Step, name: string): void {
    const wrong = listOf(step.args[name] ?? '').find((text) => !readLocator(text));
    if (wrong !== undefined)
      this.#report(
        step,
        `args.${name}`,
        `"${wrong}" is no locator. Write one as role=list name="Cart" or css="#cart".`,
      );
  }

  #call(step: Step): void {
    const name = step.args.function ?? '';
    if (name === '' || hasVariable(name)) return;
    const called = this.#functions.get(name);
    if (!called) {
      this.#report(step, 'args.function', `There is no function "${name}". Choose another one, or create it.`);
      return;
    }
    const given = pairsOf(step.args.inputs ?? '');
    for (const [input] of given)
      if (!called.inputs.includes(input))
        this.#report(step, 'args.inputs', `The function "${name}" has no input ${input}.`);
    for (const input of called.inputs)
      if (!given.some(([known]) => known === input) && !this.#known?.has(input))
        this.#report(step, 'args.inputs', `The function "${name}" needs a value for its input ${input}.`);
    for (const [variable, output] of pairsOf(step.args.outputs ?? '')) {
      if (!called.outputs.includes(output))
        this.#report(step, 'args.outputs', `The function "${name}" has no output ${output}.`);
      this.#known?.add(variable);
    }
    if (!this.#circles.has(name)) this.#circles.set(name, callCircle(name, this.#functions));
    const circle = this.#circles.get(name);
    if (circle) this.#report(step, 'args.function', `Functions call each other in a circle: ${circle.join(' → ')}.`);
  }
}

function missing(keyword: Keyword, { required, label, name }: Parameter): string | undefined {
  // A field may be set to an empty value.
  const mayBeEmpty = keyword.id === 'setText' && name === 'value';
  return required && !mayBeEmpty ? `${keyword.title} needs a value for "${label}".` : undefined;
}

function fault({ type, label, choices = [] }: Parameter, text: string): string | undefined {
  if (hasVariable(text)) return undefined;
  const value = Number(text);
  switch (type) {
    case 'number':
      return Number.isFinite(value) && text.trim() !== '' ? undefined : `"${label}" must be a number, not "${text}".`;
    case 'milliseconds':
      return Number.isInteger(value) && value >= 0 && value <= 3_600_000
        ? undefined
        : `"${label}" must be a number of milliseconds up to an hour, not "${text}".`;
    case 'boolean':
      return text === 'true' || text === 'false' ? undefined : `"${label}" must be true or false, not "${text}".`;
    case 'choice':
      return choices.includes(text) ? undefined : `"${label}" must be one of ${choices.join(', ')}, not "${text}".`;
    case 'variable':
      return variableName.test(text)
        ? undefined
        : `"${text}" cannot name a variable. Use letters, digits, points, dashes and underscores.`;
    case 'list':
      return listOf(text).length > runLimits.iterations
        ? `"${label}" has at most ${runLimits.iterations} lines.`
        : undefined;
    default:
      return undefined;
  }
}

/** checkSteps lists the faults of a script that can be found without running it, in step order. */
export function checkSteps(steps: readonly Step[], context: CheckContext): Problem[] {
  const check = new StepCheck(context);
  check.all(steps);
  return check.problems;
}
