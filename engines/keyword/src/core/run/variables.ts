import type { ParameterType } from '../keyword.ts';
import type { Locator, Target } from '../step.ts';

const place = /\{\{\s*([^{}\s](?:[^{}]{0,198}[^{}\s])?)\s*\}\}/g;

/** MissingVariableError names a variable that has no value. */
export class MissingVariableError extends Error {
  readonly variable: string;
  constructor(name: string) {
    super(`The variable ${name} has no value. Set it before this step, or give it a value in the environment.`);
    this.variable = name;
  }
}

/** hasVariable returns whether a text contains variables. */
export function hasVariable(text: string): boolean {
  return text.search(place) >= 0;
}

/** variableNames lists the variables in a text. */
export function variableNames(text: string): string[] {
  return [...text.matchAll(place)].map((match) => match[1] ?? '');
}

/** fillVariables fills in the variables of a text; `missing` is the first one without a value, if any. */
export function fillVariables(
  text: string,
  lookup: (name: string) => string | undefined,
): { text: string; missing?: string } {
  try {
    return { text: new Scope(lookup).fill(text) };
  } catch (error) {
    if (!(error instanceof MissingVariableError)) throw error;
    return { text, missing: error.variable };
  }
}

/** The variables that a step sees: its own first, then the run's. */
export class Scope {
  readonly own: Map<string, string>;
  readonly #outer: (name: string) => string | undefined;
  constructor(outer: (name: string) => string | undefined, own = new Map<string, string>()) {
    this.#outer = outer;
    this.own = own;
  }
  get(name: string): string | undefined {
    return this.own.get(name) ?? this.#outer(name);
  }
  /**
   * Fills in variables once: placeholders within values are not filled in. Code may contain its own braces, so there an
   * unknown name is left as it is.
   */
  fill(text: string, type: ParameterType = 'text'): string {
    return text.replace(place, (whole, name: string) => {
      const value = this.get(name);
      if (value !== undefined) return value;
      if (type === 'code') return whole;
      throw new MissingVariableError(name);
    });
  }
  fillTarget(target: Target): Target {
    return {
      ...target,
      name: this.fill(target.name),
      locators: target.locators.map((locator) => this.#fillLocator(locator)),
      frame: target.frame.map((locator) => this.#fillLocator(locator)),
    };
  }
  #fillLocator(locator: Locator): Locator {
    const filled = { ...locator, value: this.fill(locator.value) };
    if (locator.name !== undefined) filled.name = this.fill(locator.name);
    return filled;
  }
}
