import type { ScopeChanges, ScriptOutcome, ScriptScopeName, ScriptScopes } from '@touchstone/engine-script/core';
import type { HttpStep } from '../plan.ts';
import type { VariableScopes } from '../session.ts';

/** StoredScopeName is a scope that scripts can write and that a session keeps. */
export type StoredScopeName = Exclude<ScriptScopeName, 'local'>;

/** ScopeState contains the changes by scripts in each scope so far; part of a session's state. */
export type ScopeState = Partial<Record<StoredScopeName, ScopeChanges>>;

type ScopesOfStep = Pick<HttpStep, 'scope' | 'scopeValues' | 'groupScope'>;

type TypedValues = Map<string, { text: string; value: unknown }>;

const storedNames: readonly StoredScopeName[] = ['collection', 'environment', 'globals'];
const defaultNames: readonly (StoredScopeName | undefined)[] = ['environment', 'globals'];

/** splitScopes splits scopes at the position of a suite's variables: after the environment, before wider scopes. */
export function splitScopes<Scope>(
  scopes: readonly Scope[],
  names: readonly (StoredScopeName | undefined)[] = defaultNames,
): [narrow: Scope[], wide: Scope[]] {
  const end = 1 + Math.max(names.indexOf('environment'), names.indexOf('collection'));
  return [scopes.slice(0, end), scopes.slice(end)];
}

/**
 * SessionScopes are the variables of a session: values extracted or set by scripts first, then the given scopes,
 * narrowest first. Changes by scripts stay in the session; the given objects are not modified.
 */
export class SessionScopes {
  /** Extracted values and those of `pm.variables`. */
  readonly local: Record<string, string>;
  /** The scopes before and after the variables of a step's suite; live. */
  readonly #narrow: VariableScopes;
  readonly #wide: VariableScopes;
  readonly #named: Record<StoredScopeName, Record<string, string>>;
  readonly #changes: ScopeState;
  /** Values other than strings set by scripts, until the variable is overwritten. */
  readonly #typed: Record<ScriptScopeName, TypedValues> = {
    collection: new Map(),
    environment: new Map(),
    globals: new Map(),
    local: new Map(),
  };

  constructor(options: {
    scopes: VariableScopes;
    /** Names of `scopes` by position; default: the first is the environment, the second the globals. */
    names?: readonly (StoredScopeName | undefined)[] | undefined;
    local?: Record<string, string> | undefined;
    changes?: ScopeState | undefined;
  }) {
    const names = options.names ?? defaultNames;
    const copies = options.scopes.map((scope) => ({ ...scope }));
    const named = (name: StoredScopeName) => copies[names.indexOf(name)] ?? {};
    this.#named = { collection: named('collection'), environment: named('environment'), globals: named('globals') };
    this.local = { ...options.local };
    const added = (name: StoredScopeName) => (copies.includes(this.#named[name]) ? [] : [this.#named[name]]);
    const [narrow, wide] = splitScopes(copies, names);
    this.#narrow = [this.local, ...added('environment'), ...narrow, ...added('collection')];
    this.#wide = [...wide, ...added('globals')];
    this.#changes = structuredClone(options.changes ?? {});
    for (const name of storedNames) {
      write(this.#named[name], this.#changes[name]);
      remember(this.#typed[name], this.#changes[name]);
    }
  }

  /**
   * All scopes of a step, narrowest first: data row, extracted and set by scripts, environment, suite, wider scopes.
   */
  listFor(step: ScopesOfStep = {}): VariableScopes {
    const { scope, groupScope } = step;
    return [
      ...(scope === undefined ? [] : [scope]),
      ...this.#narrow,
      ...(groupScope === undefined ? [] : [groupScope]),
      ...this.#wide,
    ];
  }

  /** The initial values for a script; variables of the suite are the collection's. */
  forScript({ scope, scopeValues, groupScope }: ScopesOfStep = {}): ScriptScopes {
    const { collection, environment, globals } = this.#named;
    return {
      environment: withTypes(environment, this.#typed.environment),
      globals: withTypes(globals, this.#typed.globals),
      collection: { ...groupScope, ...withTypes(collection, this.#typed.collection) },
      local: withTypes(this.local, this.#typed.local),
      data: { ...scope, ...scopeValues },
    };
  }

  /** Sets values as if they had been extracted. */
  setLocal(values: Record<string, string>): void {
    write(this.local, { set: values, unset: [] });
  }

  /** Applies and keeps a script's changes. */
  apply(variables: ScriptOutcome['variables']): void {
    write(this.local, variables.local);
    remember(this.#typed.local, variables.local);
    for (const name of storedNames) {
      const changes = variables[name];
      remember(this.#typed[name], changes);
      if (changes.unset.length === 0 && Object.keys(changes.set).length === 0) continue;
      write(this.#named[name], changes);
      this.#changes[name] = merged(this.#changes[name], changes);
    }
  }

  /** Changes so far; undefined if scripts changed nothing. */
  changes(): ScopeState | undefined {
    return Object.keys(this.#changes).length === 0 ? undefined : structuredClone(this.#changes);
  }
}

function write(target: Record<string, string>, changes: ScopeChanges | undefined): void {
  if (changes === undefined) return;
  for (const name of changes.unset) delete target[name];
  for (const [name, value] of Object.entries(changes.set)) {
    // Plain assignment to the name `__proto__` would be lost.
    Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
  }
}

function remember(typed: TypedValues, changes: ScopeChanges | undefined): void {
  if (changes === undefined) return;
  for (const name of [...changes.unset, ...Object.keys(changes.set)]) typed.delete(name);
  for (const [name, value] of Object.entries(changes.typed ?? {})) {
    const text = changes.set[name];
    if (text !== undefined) typed.set(name, { text, value });
  }
}

/** The values with their types from scripts; strings set elsewhere since stay strings. */
function withTypes(values: Record<string, string>, typed: TypedValues): Record<string, unknown> {
  if (typed.size === 0) return values;
  const all: Record<string, unknown> = { ...values };
  for (const [name, { text, value }] of typed) if (values[name] === text) all[name] = value;
  return all;
}

function merged(earlier: ScopeChanges | undefined, later: ScopeChanges): ScopeChanges {
  const set = { ...earlier?.set, ...later.set };
  const typed = { ...earlier?.typed };
  for (const name of [...Object.keys(later.set), ...later.unset]) delete typed[name];
  Object.assign(typed, later.typed);
  for (const name of later.unset) delete set[name];
  const unset = new Set([...(earlier?.unset ?? []), ...later.unset]);
  return {
    set,
    unset: [...unset].filter((name) => !Object.hasOwn(set, name)),
    ...(Object.keys(typed).length === 0 ? {} : { typed }),
  };
}
