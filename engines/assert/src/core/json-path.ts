import type { FilterFunction, JSONValue } from 'json-p3';
import { FunctionExpressionType, JSONPathEnvironment, JSONPathError, JSONPathQuery } from 'json-p3';
import { matchesAnywhere, matchesWhole } from './linear-regex.ts';
import { LruCache } from './lru-cache.ts';

/** `match` and `search` of RFC 9535 §2.4.6 on the linear engine; an invalid pattern matches nothing. */
class LinearRegexFunction implements FilterFunction {
  readonly argTypes = [FunctionExpressionType.ValueType, FunctionExpressionType.ValueType];
  readonly returnType = FunctionExpressionType.LogicalType;
  readonly #test: (pattern: string, text: string) => boolean;

  constructor(test: (pattern: string, text: string) => boolean) {
    this.#test = test;
  }

  call(text: unknown, pattern: unknown): boolean {
    if (typeof text !== 'string' || typeof pattern !== 'string') return false;
    try {
      return this.#test(withRfcDots(pattern), text);
    } catch {
      return false;
    }
  }
}

class LinearEnvironment extends JSONPathEnvironment {
  protected override setupFilterFunctions(): void {
    super.setupFilterFunctions();
    this.functionRegister.set('match', new LinearRegexFunction(matchesWhole));
    this.functionRegister.set('search', new LinearRegexFunction(matchesAnywhere));
  }
}

const environment = new LinearEnvironment();
const compiled = new LruCache<JSONPathQuery>(1000);

/** JsonPathError says in one sentence what is wrong with a JSONPath. */
export class JsonPathError extends Error {}

/** JsonPathMatch contains the values found by a JSONPath; `singular` if it can find at most one. */
export interface JsonPathMatch {
  values: unknown[];
  singular: boolean;
}

/**
 * queryJson evaluates a JSONPath (RFC 9535) without surrounding spaces. Throws JsonPathError if the path is invalid.
 */
export function queryJson(path: string, value: unknown): JsonPathMatch {
  const query = compileJsonPath(path);
  try {
    return { values: query.query(value as JSONValue).values(), singular: query.singularQuery() };
  } catch (error) {
    throw asJsonPathError(path, error);
  }
}

/** locateJson evaluates a JSONPath and returns each value with its normalized path (RFC 9535 §2.7). */
export function locateJson(path: string, value: unknown): { path: string; value: unknown }[] {
  const query = compileJsonPath(path);
  try {
    return query.query(value as JSONValue).nodes.map((node) => ({
      path: node.getPath({ form: 'canonical' }),
      value: node.value,
    }));
  } catch (error) {
    throw asJsonPathError(path, error);
  }
}

/** locateValues evaluates a JSONPath and returns each value with the keys that lead to it. */
export function locateValues(path: string, value: unknown): { keys: (string | number)[]; value: unknown }[] {
  const { nodes } = compileJsonPath(path).query(value as JSONValue);
  return nodes.map((node) => ({ keys: node.location, value: node.value }));
}

/** nearestKeys returns the keys of the first value found by the longest existing prefix of a path. */
export function nearestKeys(path: string, value: unknown): (string | number)[] {
  return nearest(path, value)?.location ?? [];
}

/** jsonPathProblem says what is wrong with a JSONPath; undefined if it is valid. */
export function jsonPathProblem(path: string): string | undefined {
  try {
    compileJsonPath(path);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** nearestExistingPath describes the longest existing prefix of the path, to help after a miss. */
export function nearestExistingPath(path: string, value: unknown): string {
  const found = nearest(path, value);
  if (found === undefined) return `$ ${describeContent(value)}`;
  return `${found.path} exists and ${describeContent(found.value)}`;
}

function nearest(
  path: string,
  value: unknown,
): { path: string; value: unknown; location: (string | number)[] } | undefined {
  const { segments } = compileJsonPath(path);
  for (let length = segments.length - 1; length > 0; length -= 1) {
    const query = new JSONPathQuery(environment, segments.slice(0, length));
    const first = query.match(value as JSONValue);
    if (first !== undefined) return { path: query.toString(), value: first.value, location: first.location };
  }
  return undefined;
}

/** isCostlyJsonPath returns whether a path may take more than linear time, so that the caller limits its time. */
export function isCostlyJsonPath(path: string): boolean {
  return path.includes('?') || path.split('..').length > 2 || path.split('*').length > 3;
}

function compileJsonPath(path: string): JSONPathQuery {
  return compiled.get(path, () => {
    try {
      return environment.compile(path);
    } catch (error) {
      throw asJsonPathError(path, error);
    }
  });
}

function asJsonPathError(path: string, error: unknown): Error {
  if (!(error instanceof JSONPathError)) return error instanceof Error ? error : new Error(String(error));
  const hint = path.startsWith('$') ? '' : ' A JSONPath starts with $.';
  return new JsonPathError(`The JSONPath ${path} is not valid: ${error.message}.${hint}`);
}

function describeContent(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'is an empty list' : `is a list of ${value.length}`;
  if (value === null) return 'is null';
  if (typeof value !== 'object') return `is a ${typeof value === 'bigint' ? 'number' : typeof value}`;
  const keys = Object.keys(value);
  if (keys.length === 0) return 'is an empty object';
  const shown = keys.slice(0, 8).join(', ');
  return keys.length > 8 ? `has ${shown} and ${keys.length - 8} more` : `has ${shown}`;
}

/** RFC 9485 §5.3: outside a class, `.` means any character except line feed and carriage return. */
function withRfcDots(pattern: string): string {
  let inClass = false;
  let out = '';
  for (let index = 0; index < pattern.length; index += 1) {
    const char = pattern[index]!;
    if (char === '\\') {
      out += char + (pattern[index + 1] ?? '');
      index += 1;
      continue;
    }
    if (char === '[') inClass = true;
    else if (char === ']') inClass = false;
    out += char === '.' && !inClass ? '[^\\n\\r]' : char;
  }
  return out;
}
