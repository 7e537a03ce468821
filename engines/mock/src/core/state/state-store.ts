import { startedState } from '../stub.ts';

/** The scope that all callers share. */
export const globalScope = '';

/** What the state of one scope is. */
export interface ScopeSnapshot {
  /** Empty for the state that all callers share. */
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
 * StateStore keeps the states of scenarios and key-value state, for each scope by itself. The 100,000 scopes that were used last are kept;
 * a scope that begins has every scenario in `Started`.
 */
export class StateStore {
  readonly #scopes = new Map<string, ScopeState>();
  /** Is told of every change, so that it can be kept beyond the process. */
  onChange: ((scope: string) => void) | undefined;

  scenarioState(scope: string, scenario: string): string {
    return this.#scopes.get(scope)?.scenarios.get(scenario) ?? startedState;
  }

  setScenario(scope: string, scenario: string, state: string): void {
    this.#open(scope).scenarios.set(scenario, state);
    this.onChange?.(scope);
  }

  /** Sets a scenario back to its beginning, in one scope or in all. */
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

  /** Writes a value; null removes it. A scope keeps at most 1,000 values. */
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

  /** Forgets the state of one scope, or of all. */
  reset(scope?: string): void {
    const names = scope === undefined ? [...this.#scopes.keys()] : [scope];
    for (const name of names) if (this.#scopes.delete(name)) this.onChange?.(name);
  }

  /** What the state of a scope is; undefined where it has none. */
  snapshot(scope: string): ScopeSnapshot | undefined {
    const state = this.#scopes.get(scope);
    if (state === undefined) return undefined;
    return { scope, scenarios: Object.fromEntries(state.scenarios), values: Object.fromEntries(state.values) };
  }

  /** The scopes that have state, those used last at the end. */
  list(): ScopeSnapshot[] {
    return [...this.#scopes].map(([scope, { scenarios, values }]) => ({
      scope,
      scenarios: Object.fromEntries(scenarios),
      values: Object.fromEntries(values),
    }));
  }

  /** Scopes in which a scenario is in another state than its beginning. */
  scopesOf(scenario: string): { scope: string; state: string }[] {
    return [...this.#scopes].flatMap(([scope, { scenarios }]) => {
      const state = scenarios.get(scenario);
      return state === undefined ? [] : [{ scope, state }];
    });
  }

  /** Takes over what `list` gave. */
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
