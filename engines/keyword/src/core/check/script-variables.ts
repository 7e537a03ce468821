import { findKeyword } from '../catalogue.ts';
import { pairsOf } from '../lines.ts';
import { variableNames } from '../run/variables.ts';
import type { KeywordFunction, Step } from '../step.ts';

/** ScriptVariables are the variables that a script exchanges with its surroundings. */
export interface ScriptVariables {
  /** Variables that need a value at the start, because no step sets them before they are used. */
  needed: string[];
  /** Variables that its steps set. */
  set: string[];
}

class VariableWalk {
  readonly needed = new Set<string>();
  readonly set: Set<string>;
  readonly #functions: ReadonlyMap<string, KeywordFunction>;
  /** Functions on the current call stack. */
  readonly #calls: readonly string[];

  constructor(
    functions: ReadonlyMap<string, KeywordFunction>,
    { known, calls }: { known: Iterable<string>; calls: readonly string[] },
  ) {
    this.#functions = functions;
    this.set = new Set(known);
    this.#calls = calls;
  }

  all(steps: readonly Step[]): void {
    for (const step of steps) if (step.isEnabled) this.#one(step);
  }

  #one(step: Step): void {
    const keyword = findKeyword(step.keyword);
    for (const { value, name } of [...(step.target?.locators ?? []), ...(step.target?.frame ?? [])])
      this.#need(`${value} ${name ?? ''}`);
    for (const [name, text] of Object.entries(step.args))
      if (keyword?.parameters.find((one) => one.name === name)?.type !== 'code') this.#need(text);
    const variable = step.args.variable || keyword?.parameters.find(({ name }) => name === 'variable')?.default;
    // A loop over the rows of the data table sets their columns in place of its variable.
    const isByRow = step.keyword === 'forEach' && !step.args.values?.trim();
    if (variable && !isByRow) this.set.add(variable);
    this.all(step.steps ?? []);
    this.all(step.otherwise ?? []);
    if (step.keyword === 'callFunction') this.#call(step);
  }

  #call({ args }: Step): void {
    const called = this.#functions.get((args.function ?? '').trim());
    if (!called || this.#calls.includes(called.name)) return;
    const given = pairsOf(args.inputs ?? '').map(([input]) => input);
    for (const input of called.inputs) if (!given.includes(input)) this.needed.add(input);
    const inner = new VariableWalk(this.#functions, { known: called.inputs, calls: [...this.#calls, called.name] });
    inner.all(called.steps);
    for (const name of inner.needed) this.needed.add(name);
    for (const [name] of pairsOf(args.outputs ?? '')) this.set.add(name);
  }

  #need(text: string): void {
    for (const name of variableNames(text)) if (!this.set.has(name) && !name.startsWith('$')) this.needed.add(name);
  }
}

/**
 * scriptVariables finds the variables that a script needs and those that it sets; `columns` are the data table's
 * columns, which have values.
 */
export function scriptVariables(
  steps: readonly Step[],
  { functions, columns = [] }: { functions: readonly KeywordFunction[]; columns?: readonly string[] },
): ScriptVariables {
  const walk = new VariableWalk(new Map(functions.map((one) => [one.name, one])), { known: columns, calls: [] });
  walk.all(steps);
  const given = new Set(columns);
  return { needed: [...walk.needed], set: [...walk.set].filter((name) => !given.has(name)) };
}
