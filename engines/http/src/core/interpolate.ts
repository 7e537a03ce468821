import { type RandomSource, WorkBudget } from '@touchstone/kernel';
import { type DynamicValueSource, dynamicValue } from './dynamic-values.ts';
import type { VariableScopes } from './session.ts';

/** UnresolvedVariable is a name that no scope defines, with the place of the request that uses it. */
export interface UnresolvedVariable {
  name: string;
  place: string;
}

/** Linear on any text: neither part of it can match what another one does. */
const innermostToken = /\{\{([^{}]+)\}\}/g;
const nestedToken = /\{\{[^{}]*\{\{/;
/** Values may refer to values; beyond this the text is left as written. */
const maxDepth = 32;
/** What all variables of one request may cost together: names that are looked up, and characters that are put in their place. */
const limits = { steps: 50_000, characters: 16 * 1024 * 1024 };
/** A dynamic value is made and not looked up. */
const stepsPerDynamicValue = 5;
const dynamicCharactersPerStep = 8;
const maxNestingPasses = 8;

/**
 * Interpolator replaces `{{name}}` by the value of the first scope that has the name. A value may hold further `{{names}}` and a
 * name may be built from one (`{{user_{{stage}}}}`); cycles end. What stays unknown is left as written and listed in `unresolved`.
 * The work of one interpolator is bounded, whatever the values are: beyond it every method throws BudgetError.
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
  /** Names that are being replaced, each within the one before. */
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
    /** Asked before the built-in dynamic names. */
    dynamicValues?: DynamicValueSource;
    /** Collects every name that is looked up, also those inside values. */
    used?: Set<string>;
    /** The key of the step, for `$idempotencyKey`. */
    idempotencyKey?: string | undefined;
  }) {
    this.#scopes = options.scopes;
    this.#random = options.random ?? Math.random;
    this.#now = options.now ?? (() => new Date());
    this.#dynamicValues = options.dynamicValues;
    this.#used = options.used;
    this.#idempotencyKey = options.idempotencyKey;
  }

  /** Replaces the variables of one text; `place` names it in `unresolved`. */
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

  /** Value of a variable with everything in it replaced, or undefined where no scope has the name; it is not reported as unresolved. */
  find(name: string): string | undefined {
    return this.#resolve(name, undefined);
  }

  /** Value of a dynamic name such as `$guid`, or undefined when it is unknown. */
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

/** variableNames lists the names in a text, dynamic ones (`$guid`) included, in order of appearance. */
export function variableNames(text: string): string[] {
  if (!text.includes('{{')) return [];
  const names = new Set<string>();
  for (const match of text.matchAll(innermostToken)) {
    const name = match[1]!.trim();
    if (name !== '') names.add(name);
  }
  return [...names];
}
