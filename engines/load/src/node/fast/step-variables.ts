import {
  type DynamicValueSource,
  type HttpStep,
  Interpolator,
  type StoredScopeName,
  splitScopes,
  type VariableScopes,
} from '@touchstone/engine-http/core';
import type { RandomSource } from '@touchstone/kernel';

/** VariableSource is a virtual user's part of a step's variables: its iteration's row and its extracted values. */
export interface VariableSource {
  readonly row: Record<string, string> | undefined;
  readonly variables: Record<string, string> | undefined;
}

/** VariableContext is shared by the variables of all steps of a scenario. */
export interface VariableContext {
  scopes: VariableScopes;
  /** Names of `scopes`, by index. */
  scopeNames?: readonly (StoredScopeName | undefined)[] | undefined;
  /** Names whose values may differ between iterations: columns of the data and everything that a step extracts. */
  varying: ReadonlySet<string>;
  random: RandomSource;
  dynamicValues: DynamicValueSource | undefined;
  now: () => Date;
}

/** A position in a text where a value is inserted later. */
export interface Slot {
  number: number;
  name: string;
  isDynamic: boolean;
}

/** Marks are placeholders for values that aren't known yet, so that a text can be built once and split at them. */
export interface Marking {
  interpolator: Interpolator;
  slots: Slot[];
  /** Matches the marks in a text; its group is the slot's number. */
  pattern: RegExp;
}

const noRow: VariableSource = { row: undefined, variables: undefined };

/**
 * StepVariables resolves the variables of one step as a session of the `http` engine does: row, extracted values,
 * environment, suite, wider scopes.
 */
export class StepVariables {
  readonly #context: VariableContext;
  readonly #stepScope: Record<string, string> | undefined;
  readonly #wide: VariableScopes;
  readonly #dynamic: Interpolator;

  constructor(step: Pick<HttpStep, 'scope' | 'groupScope'>, context: VariableContext) {
    this.#context = context;
    this.#stepScope = step.scope;
    const [narrow, wide] = splitScopes(context.scopes, context.scopeNames);
    this.#wide = step.groupScope === undefined ? context.scopes : [...narrow, step.groupScope, ...wide];
    this.#dynamic = this.interpolator(noRow);
  }

  /** An interpolator for one iteration. */
  interpolator({ row, variables }: VariableSource, used?: Set<string>): Interpolator {
    const { random, now, dynamicValues } = this.#context;
    const narrow = [row, this.#stepScope, variables].filter((scope) => scope !== undefined);
    return new Interpolator({
      scopes: [...narrow, ...this.#wide],
      random,
      now,
      ...(dynamicValues === undefined ? {} : { dynamicValues }),
      ...(used === undefined ? {} : { used }),
    });
  }

  /** Whether everything that `visit` interpolates is the same in every iteration. */
  isConstant(visit: (interpolator: Interpolator) => void): boolean {
    const used = new Set<string>();
    visit(this.interpolator(noRow, used));
    for (const name of used) if (name.startsWith('$') || this.#context.varying.has(name)) return false;
    return true;
  }

  /**
   * Inserts a mark wherever a varying or dynamic value will be; each occurrence has its own. `text` must not contain
   * the mark by chance.
   */
  marking(text: string): Marking {
    const prefix = unusedPrefix(text + JSON.stringify([this.#stepScope, this.#wide]));
    const slots: Slot[] = [];
    const mark = (name: string, isDynamic: boolean) => {
      const number = slots.length;
      slots.push({ number, name, isDynamic });
      return `${prefix}${String(number).padStart(4, '0')}z`;
    };
    const marks: Record<string, string> = {};
    for (const name of this.#context.varying) {
      Object.defineProperty(marks, name, { get: () => mark(name, false), enumerable: true });
    }
    const interpolator = new Interpolator({
      scopes: [marks, ...(this.#stepScope === undefined ? [] : [this.#stepScope]), ...this.#wide],
      dynamicValues: (name) => (this.#dynamic.dynamic(name) === undefined ? undefined : mark(name, true)),
    });
    return { interpolator, slots, pattern: new RegExp(`${prefix}(\\d{4})z`, 'g') };
  }

  /** The value of a slot, or undefined if it takes the whole interpolation to determine. */
  read({ name, isDynamic }: Slot, { row, variables }: VariableSource): string | undefined {
    if (isDynamic) return this.#dynamic.dynamic(name);
    const value = own(row, name) ?? own(this.#stepScope, name) ?? own(variables, name) ?? this.#wideValue(name);
    return value?.includes('{{') ? undefined : value;
  }

  #wideValue(name: string): string | undefined {
    for (const scope of this.#wide) if (Object.hasOwn(scope, name)) return scope[name];
    return undefined;
  }
}

function own(scope: Record<string, string> | undefined, name: string): string | undefined {
  return scope !== undefined && Object.hasOwn(scope, name) ? scope[name] : undefined;
}

function unusedPrefix(text: string): string {
  for (let number = 0; ; number += 1) {
    const prefix = `mark${number}x`;
    if (!text.includes(prefix)) return prefix;
  }
}
