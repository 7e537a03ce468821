import { startedState } from '../stub.ts';

/** The scope that all callers share. */
export const globalScope = '';

/** The state of one scope. */
export interface ScopeSnapshot {
  /** Empty for the state shared by all callers. */
  scope: string;
  scenarios: Record<string, string>;
  values: Record<string, unknown>;
}

interface ScopeState {
  scenarios: Map<string, string>;
  values: Map<string, unknown>;
}

const scopeLimit = 100_000;
const valueLimit = 1000;

/**
 * StateStore keeps scenario states and key-value state separately for each scope. It keeps the 100,000 most recently
 * used scopes; in a new scope every scenario is in `Started`.
 */
export class StateStore {
  readonly #scopes = new Map<string, ScopeState>();
  /** Called on every change, so that state can be persisted. */
  onChange: ((scope: string) => void) | undefined;

  scenarioState(scope: string, scenario: string): string {
    return this.#scopes.get(scope)?.scenarios.get(scenario) ?? startedState;
  }

  setScenario(scope: string, scenario: string, state: string): void {
    this.#open(scope).scenarios.set(scenario, state);
    this.onChange?.(scope);
  }

  /** Resets a scenario to its initial state, in one scope or in all. */
  resetScenario(scenario: string, scope?: string): void {
    for (const [name, state] of this.#scopes)
      if ((scope === undefined || scope === name) && state.scenarios.delete(scenario)) this.onChange?.(name);
  }

  resetScenarios(): void {
    for (const [name, { scenarios }] of this.#scopes) {
      scenarios.clear();
      this.onChange?.(name);
    }
  }

  value(scope: string, key: string): unknown {
    return this.#scopes.get(scope)?.values.get(key);
  }

  values(scope: string): Record<string, unknown> {
    return Object.fromEntries(this.#scopes.get(scope)?.values ?? []);
  }

  /** Sets a value; null removes it. A scope keeps at most 1,000 values. */
  setValue(scope: string, key: string, value: unknown): void {
    const { values } = this.#open(scope);
    if (value === null || value === undefined) values.delete(key);
    else {
      values.delete(key);
      values.set(key, value);
      if (values.size > valueLimit) values.delete(values.keys().next().value!);
    }
    this.onChange?.(scope);
  }

  /** Deletes the state of one scope, or of all. */
  reset(scope?: string): void {
    const names = scope === undefined ? [...this.#scopes.keys()] : [scope];
    for (const name of names) if (this.#scopes.delete(name)) this.onChange?.(name);
  }

  /** The state of a scope; undefined if it has none. */
  snapshot(scope: string): ScopeSnapshot | undefined {
    const state = this.#scopes.get(scope);
    if (state === undefined) return undefined;
    return { scope, scenarios: Object.fromEntries(state.scenarios), values: Object.fromEntries(state.values) };
  }

  /** The scopes that have state, most recently used last. */
  list(): ScopeSnapshot[] {
    return [...this.#scopes].map(([scope, { scenarios, values }]) => ({
      scope,
      scenarios: Object.fromEntries(scenarios),
      values: Object.fromEntries(values),
    }));
  }

  /** Scopes in which a scenario is not in its initial state. */
  scopesOf(scenario: string): { scope: string; state: string }[] {
    return [...this.#scopes].flatMap(([scope, { scenarios }]) => {
      const state = scenarios.get(scenario);
      return state === undefined ? [] : [{ scope, state }];
    });
  }

  /** Restores the result of `list`. */
  restore(snapshots: readonly ScopeSnapshot[]): void {
    for (const { scope, scenarios, values } of snapshots)
      this.#scopes.set(scope, {
        scenarios: new Map(Object.entries(scenarios)),
        values: new Map(Object.entries(values)),
      });
  }

  #open(scope: string): ScopeState {
    const known = this.#scopes.get(scope);
    if (known !== undefined) {
      this.#scopes.delete(scope);
      this.#scopes.set(scope, known);
      return known;
    }
    const made = { scenarios: new Map<string, string>(), values: new Map<string, unknown>() };
    this.#scopes.set(scope, made);
    if (this.#scopes.size > scopeLimit)
      for (const name of this.#scopes.keys()) {
        if (name === globalScope) continue;
        this.#scopes.delete(name);
        break;
      }
    return made;
  }
}
