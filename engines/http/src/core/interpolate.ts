import { type RandomSource, WorkBudget } from '@touchstone/kernel';
import { type DynamicValueSource, dynamicValue } from './dynamic-values.ts';
import type { VariableScopes } from './session.ts';

/** UnresolvedVariable is a name that no scope defines, with the part of the request that uses it. */
export interface UnresolvedVariable {
  name: string;
  place: string;
}

/** Linear on any text, because its parts can't match the same characters. */
const innermostToken = /\{\{([^{}]+)\}\}/g;
const nestedToken = /\{\{[^{}]*\{\{/;
/** Values may refer to other values; beyond this depth the text is left as written. */
const maxDepth = 32;
/** Limits for all variables of one request: looked-up names, and inserted characters. */
const limits = { steps: 50_000, characters: 16 * 1024 * 1024 };
/** A dynamic value is generated, which costs more than a lookup. */
const stepsPerDynamicValue = 5;
const dynamicCharactersPerStep = 8;
const maxNestingPasses = 8;

/**
 * Interpolator replaces `{{name}}` with the value from the first scope that has the name. A value may contain further
 * `{{names}}`, and a name may be built from one (`{{user_{{stage}}}}`); cycles end. Unknown names are left as written
 * and listed in `unresolved`. The work of one interpolator is bounded, whatever the values are: beyond it every method
 * throws BudgetError.
 */
export class Interpolator {
  readonly unresolved: UnresolvedVariable[] = [];
  readonly #scopes: VariableScopes;
  readonly #random: RandomSource;
  readonly #now: () => Date;
  readonly #dynamicValues: DynamicValueSource | undefined;
  readonly #used: Set<string> | undefined;
  readonly #idempotencyKey: string | undefined;
  readonly #reported = new Set<string>();
  /** Names currently being replaced, each nested in the previous one. */
  readonly #chain: string[] = [];
  readonly #budget = new WorkBudget(
    'Replacing the variables of this request',
    'Look for values that use other variables many times.',
    limits,
  );

  constructor(options: {
    scopes: VariableScopes;
    random?: RandomSource;
    now?: () => Date;
    /** Queried before the built-in dynamic names. */
    dynamicValues?: DynamicValueSource;
    /** Collects every name looked up, also those inside values. */
    used?: Set<string>;
    /** Key of the step, for `$idempotencyKey`. */
    idempotencyKey?: string | undefined;
  }) {
    this.#scopes = options.scopes;
    this.#random = options.random ?? Math.random;
    this.#now = options.now ?? (() => new Date());
    this.#dynamicValues = options.dynamicValues;
    this.#used = options.used;
    this.#idempotencyKey = options.idempotencyKey;
  }

  /** Replaces the variables in a text; `place` identifies it in `unresolved`. */
  text(template: string, place: string): string {
    if (!template.includes('{{')) return template;
    let current = template;
    for (let pass = 0; pass < maxNestingPasses; pass += 1) {
      const nested = nestedToken.test(current);
      const expanded = this.#expand(current, nested ? undefined : place);
      if (!nested) return expanded;
      if (expanded === current) break;
      current = expanded;
    }
    return this.#expand(current, place);
  }

  /**
   * Value of a variable with everything in it replaced; undefined, without being reported as unresolved, if no scope
   * has the name.
   */
  find(name: string): string | undefined {
    return this.#resolve(name, undefined);
  }

  /** Value of a dynamic name such as `$guid`; undefined for an unknown name. */
  dynamic(name: string): string | undefined {
    const context = { random: this.#random, now: this.#now, idempotencyKey: this.#idempotencyKey };
    this.#budget.spend('steps', stepsPerDynamicValue);
    const value = this.#dynamicValues?.(name, context) ?? dynamicValue(name, context);
    this.#budget.spend('steps', Math.ceil((value?.length ?? 0) / dynamicCharactersPerStep));
    return value;
  }

  /** Replaces the variables in every string of a JSON-like value. */
  value(input: unknown, place: string): unknown {
    if (typeof input === 'string') return this.text(input, place);
    if (Array.isArray(input)) return input.map((item) => this.value(item, place));
    if (input !== null && typeof input === 'object') {
      return Object.fromEntries(
        Object.entries(input).map(([key, item]) => [this.text(key, place), this.value(item, place)]),
      );
    }
    return input;
  }

  #expand(text: string, place: string | undefined): string {
    if (!text.includes('{{')) return text;
    return text.replace(innermostToken, (whole: string, inner: string) => {
      const name = inner.trim();
      const value = name === '' ? undefined : this.#resolve(name, place);
      if (value === undefined) {
        if (place !== undefined && name !== '') this.#report(name, place);
        return whole;
      }
      this.#budget.spend('characters', value.length);
      return value;
    });
  }

  #resolve(name: string, place: string | undefined): string | undefined {
    this.#used?.add(name);
    this.#budget.spend('steps');
    if (name.startsWith('$')) {
      const dynamic = this.dynamic(name);
      if (dynamic !== undefined) return dynamic;
    }
    if (this.#chain.length >= maxDepth || this.#chain.includes(name)) return undefined;
    const scope = this.#scopes.find((candidate) => Object.hasOwn(candidate, name));
    const raw = scope?.[name];
    if (raw === undefined) return undefined;
    if (!raw.includes('{{')) return raw;
    this.#chain.push(name);
    try {
      return this.#expand(raw, place);
    } finally {
      this.#chain.pop();
    }
  }

  #report(name: string, place: string): void {
    const key = `${place}\n${name}`;
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    this.unresolved.push({ name, place });
  }
}

/** variableNames lists the names in a text, including dynamic ones (`$guid`), in order of appearance. */
export function variableNames(text: string): string[] {
  if (!text.includes('{{')) return [];
  const names = new Set<string>();
  for (const match of text.matchAll(innermostToken)) {
    const name = match[1]!.trim();
    if (name !== '') names.add(name);
  }
  return [...names];
}
