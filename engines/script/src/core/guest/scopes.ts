import type { ScopeChanges, ScriptScopeName, ScriptScopes } from '../script-types.ts';
import type { Sdk, VariableScope } from './kit.ts';

/** A variable as text: texts as they are, other values as JSON. */
export function variableText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined) return '';
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}

interface Kept {
  scope: VariableScope;
  /** The values at the script's start; objects as text, because scripts can change them in place. */
  before: Map<string, unknown>;
}

/**
 * All scopes of a script, and `pm.variables` over them: script and extracted values, data row, environment, suite,
 * globals. Values keep their type.
 */
export class Scopes {
  readonly variables: VariableScope;
  readonly data: VariableScope;
  readonly environment: VariableScope;
  readonly collection: VariableScope;
  readonly globals: VariableScope;
  readonly #kept: Record<ScriptScopeName, Kept>;

  constructor(sdk: Sdk, given: ScriptScopes) {
    const open = (values: Record<string, unknown>, layers: VariableScope[] = []): Kept => {
      const list = Object.entries(values).map(([key, value]) => ({ type: 'any', key, value }));
      const scope = new sdk.VariableScope(
        { values: list },
        layers.map((layer) => layer.values),
      );
      return { scope, before: new Map(Object.entries(values).map(([name, value]) => [name, comparable(value)])) };
    };
    const environment = open(given.environment);
    const collection = open(given.collection);
    const globals = open(given.globals);
    this.data = open(given.data).scope;
    const local = open(given.local, [this.data, environment.scope, collection.scope, globals.scope]);
    this.environment = environment.scope;
    this.collection = collection.scope;
    this.globals = globals.scope;
    this.variables = local.scope;
    this.#kept = { environment, globals, collection, local };
  }

  /** What the script set and removed in each scope. */
  changes(): Record<ScriptScopeName, ScopeChanges> {
    const { environment, globals, collection, local } = this.#kept;
    return {
      environment: changesOf(environment),
      globals: changesOf(globals),
      collection: changesOf(collection),
      local: changesOf(local),
    };
  }
}

const comparable = (value: unknown): unknown =>
  value !== null && typeof value === 'object' ? `object ${variableText(value)}` : value;

function changesOf({ scope, before }: Kept): ScopeChanges {
  const set: [string, string][] = [];
  const typed: [string, unknown][] = [];
  const left = new Set(before.keys());
  scope.values.each((variable) => {
    const name = String(variable.key);
    if (variable.disabled === true) return;
    left.delete(name);
    const { value } = variable;
    if (before.has(name) && before.get(name) === comparable(value)) return;
    set.push([name, variableText(value)]);
    if (typeof value !== 'string' && isPlain(value)) typed.push([name, value]);
  });
  return {
    set: Object.fromEntries(set),
    unset: [...left],
    ...(typed.length === 0 ? {} : { typed: Object.fromEntries(typed) }),
  };
}

/** Whether a value survives JSON unchanged. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (value === null || typeof value === 'boolean') return true;
  return typeof value === 'object' && typeof JSON.stringify(value) === 'string';
}
