import type { RandomSource } from '@touchstone/kernel';
import { type DynamicValueSource, dynamicValue } from './dynamic-values.ts';
import type { VariableScopes } from './session.ts';

/** UnresolvedVariable is a name that no scope defines, with the place of the request that uses it. */
export interface UnresolvedVariable {
  name: string;
  place: string;
}

const innermostToken = /\{\{\s*([^{}]+?)\s*\}\}/g;
const nestedToken = /\{\{[^{}]*\{\{/;
/** Values may refer to values; beyond this the text is left as written, which bounds doubling chains as well as cycles. */
const maxDepth = 32;
const maxLength = 16 * 1024 * 1024;
const maxNestingPasses = 8;

/**
 * Interpolator replaces `{{name}}` by the value of the first scope that has the name. A value may hold further `{{names}}` and a
 * name may be built from one (`{{user_{{stage}}}}`); cycles end. What stays unknown is left as written and listed in `unresolved`.
 */
export class Interpolator {
  readonly unresolved: UnresolvedVariable[] = [];
  readonly #scopes: VariableScopes;
  readonly #random: RandomSource;
  readonly #now: () => Date;
  readonly #dynamicValues: DynamicValueSource | undefined;
  readonly #used: Set<string> | undefined;
  #length = 0;

  constructor(options: {
    scopes: VariableScopes;
    random?: RandomSource;
    now?: () => Date;
    /** Asked before the built-in dynamic names. */
    dynamicValues?: DynamicValueSource;
    /** Collects every name that is looked up, also those inside values. */
    used?: Set<string>;
  }) {
    this.#scopes = options.scopes;
    this.#random = options.random ?? Math.random;
    this.#now = options.now ?? (() => new Date());
    this.#dynamicValues = options.dynamicValues;
    this.#used = options.used;
  }

  /** Replaces the variables of one text; `place` names it in `unresolved`. */
  text(template: string, place: string): string {
    if (!template.includes('{{')) return template;
    this.#length = 0;
    let current = template;
    for (let pass = 0; pass < maxNestingPasses; pass += 1) {
      const nested = nestedToken.test(current);
      const expanded = this.#expand(current, [], nested ? undefined : place);
      if (!nested) return expanded;
      if (expanded === current) break;
      current = expanded;
    }
    return this.#expand(current, [], place);
  }

  /** Value of a variable with everything in it replaced, or undefined where no scope has the name; it is not reported as unresolved. */
  find(name: string): string | undefined {
    this.#length = 0;
    return this.#resolve(name, [], undefined);
  }

  /** Value of a dynamic name such as `$guid`, or undefined where nobody knows it. */
  dynamic(name: string): string | undefined {
    const context = { random: this.#random, now: this.#now };
    return this.#dynamicValues?.(name, context) ?? dynamicValue(name, context);
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

  #expand(text: string, chain: readonly string[], place: string | undefined): string {
    if (!text.includes('{{')) return text;
    return text.replace(innermostToken, (whole: string, name: string) => {
      const value = this.#resolve(name, chain, place);
      if (value === undefined) {
        if (place !== undefined) this.#report(name, place);
        return whole;
      }
      return value;
    });
  }

  #resolve(name: string, chain: readonly string[], place: string | undefined): string | undefined {
    this.#used?.add(name);
    if (name.startsWith('$')) {
      const dynamic = this.dynamic(name);
      if (dynamic !== undefined) return dynamic;
    }
    if (chain.length >= maxDepth || chain.includes(name)) return undefined;
    const scope = this.#scopes.find((candidate) => Object.hasOwn(candidate, name));
    const raw = scope?.[name];
    if (raw === undefined) return undefined;
    this.#length += raw.length;
    if (this.#length > maxLength) return undefined;
    return this.#expand(raw, [...chain, name], place);
  }

  #report(name: string, place: string): void {
    if (!this.unresolved.some((known) => known.name === name && known.place === place)) {
      this.unresolved.push({ name, place });
    }
  }
}

/** variableNames lists the names in a text, dynamic ones (`$guid`) included, in order of appearance. */
export function variableNames(text: string): string[] {
  if (!text.includes('{{')) return [];
  const names = new Set<string>();
  for (const match of text.matchAll(innermostToken)) {
    names.add(match[1]!);
  }
  return [...names];
}
