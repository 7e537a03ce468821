import type { JsonSchema } from '../infer-json-schema.ts';
import type { Sampler } from './sample-from-schema.ts';
import { textsMatching } from './sample-pattern.ts';
import { isRecord, listOf, type Shape, tightest } from './schema-shape.ts';

const variedLimit = 10;
const addedLimit = 1000;

/**
 * objectsFor yields objects that are likely to satisfy all parts: one with all members that can be made, one with only
 * the required ones, then ones that lack or have one optional member, or another value of a member.
 */
export function* objectsFor(shape: Shape, depth: number, sampler: Sampler): Generator<Record<string, unknown>> {
  const members = new Members(shape, depth, sampler);
  const required = members.closure([]).names;
  const optional = members.optional.filter((name) => !required.includes(name));
  const full = members.make([...required, ...optional]);
  yield { ...full, ...writtenParts(shape, full) };
  yield full;
  yield members.make(required);
  for (const name of optional.slice(0, variedLimit)) yield members.make([...required, name]);
  for (const name of optional.slice(0, variedLimit)) {
    const { [name]: _left, ...rest } = full;
    yield rest;
  }
  for (const name of Object.keys(full).slice(0, variedLimit))
    for (const value of members.others(name)) yield { ...full, [name]: value };
}

/** Examples of parts of the value, as in `allOf`, supply their members. */
function writtenParts({ parts, whole }: Shape, full: Record<string, unknown>): Record<string, unknown> {
  const written = parts
    .filter((part) => !whole.has(part))
    .flatMap((part) => [part.default, listOf(part.examples)[0], part.example])
    .filter(isRecord);
  return Object.fromEntries(written.flatMap(Object.entries).filter(([name]) => Object.hasOwn(full, name)));
}

interface Value {
  value: unknown;
  isValid: boolean;
}

/**
 * The constraints on an object with certain members: the parts of its schema, including those that depend on a member,
 * and the names it needs.
 */
interface Closure {
  parts: readonly JsonSchema[];
  names: string[];
}

class Members {
  readonly optional: string[];
  readonly #parts: readonly JsonSchema[];
  readonly #sampler: Sampler;
  readonly #depth: number;
  readonly #known = new Map<string, Value>();

  constructor({ parts }: Shape, depth: number, sampler: Sampler) {
    this.#parts = parts;
    this.#depth = depth + 1;
    this.#sampler = sampler;
    this.optional = [...new Set(parts.flatMap(({ properties }) => Object.keys(objectOf(properties))))];
  }

  /** The required and the given members, with those that they require in turn. */
  closure(also: readonly string[]): Closure {
    let parts = this.#parts;
    const names = new Set([...parts.flatMap(requiredBy), ...also]);
    for (const name of names) {
      for (const other of parts.flatMap((part) => dependents(part, name))) names.add(other);
      const schemas = parts.flatMap((part) => dependentSchemas(part, name)).filter((schema) => !parts.includes(schema));
      if (schemas.length === 0) continue;
      const added = this.#sampler.shape(schemas).parts;
      parts = [...parts, ...added];
      for (const other of added.flatMap(requiredBy)) names.add(other);
    }
    return { parts, names: [...names] };
  }

  /** An object with the given members, those that they require, and as many more as it must have. */
  make(wanted: readonly string[]): Record<string, unknown> {
    const needed = this.closure([]).names;
    const { parts, names } = this.closure(wanted);
    const most = tightest(parts, 'maxProperties', 'min') ?? Number.POSITIVE_INFINITY;
    const entries: [string, unknown][] = [];
    for (const name of names) {
      const isNeeded = needed.includes(name);
      if (!isNeeded && (entries.length >= most || !this.#sampler.isShown(schemasOf(name, parts), this.#depth)))
        continue;
      const { value, isValid } = this.#valueOf(name, parts);
      if (isNeeded || isValid) entries.push([name, value]);
    }
    return Object.fromEntries([...entries, ...this.#added(entries, parts)]);
  }

  /** Values of a member other than the first. */
  others(name: string): unknown[] {
    return this.#sampler.several(schemasOf(name, this.#parts), this.#depth, 4).slice(1);
  }

  *#added(entries: readonly [string, unknown][], parts: readonly JsonSchema[]): Generator<[string, unknown]> {
    let lacking = Math.min(Math.ceil(tightest(parts, 'minProperties', 'max') ?? 0) - entries.length, addedLimit);
    if (lacking <= 0) return;
    const taken = new Set(entries.map(([name]) => name));
    for (const name of this.#names(lacking + taken.size, parts)) {
      if (taken.has(name)) continue;
      taken.add(name);
      const { value, isValid } = this.#valueOf(name, parts);
      if (!isValid) continue;
      yield [name, value];
      lacking -= 1;
      if (lacking <= 0) return;
    }
  }

  *#names(count: number, parts: readonly JsonSchema[]): Generator<string> {
    yield* this.optional;
    const schemas = parts.map(({ propertyNames }) => propertyNames).filter((schema) => schema !== undefined);
    if (schemas.length > 0)
      for (const name of this.#sampler.several(schemas, this.#depth, count)) if (typeof name === 'string') yield name;
    const patterns = parts.flatMap(({ patternProperties }) => Object.keys(objectOf(patternProperties)));
    for (const pattern of patterns) yield* textsMatching(pattern);
    for (let number = 1; number <= count + variedLimit; number += 1) yield `property${number}`;
  }

  #valueOf(name: string, parts: readonly JsonSchema[]): Value {
    const key = `${parts.length} ${name}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const schemas = schemasOf(name, parts);
    const found = schemas.length > 0 ? this.#sampler.first(schemas, this.#depth) : { value: 'string', isValid: true };
    this.#known.set(key, found);
    return found;
  }
}

const objectOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
const requiredBy = ({ required }: JsonSchema): string[] => listOf(required).map(String);

const dependents = ({ dependentRequired, dependencies }: JsonSchema, name: string): string[] =>
  [dependentRequired, dependencies].flatMap((of) => listOf(own(of, name)).map(String));

const dependentSchemas = ({ dependentSchemas, dependencies }: JsonSchema, name: string): JsonSchema[] =>
  [dependentSchemas, dependencies].map((of) => own(of, name)).filter(isRecord);

const own = (of: unknown, name: string): unknown => (isRecord(of) && Object.hasOwn(of, name) ? of[name] : undefined);

/** The schemas that a member of this name must satisfy. */
function schemasOf(name: string, parts: readonly JsonSchema[]): unknown[] {
  return parts.flatMap(({ properties, patternProperties, additionalProperties }) => {
    const matching = Object.entries(objectOf(patternProperties)).filter(([pattern]) => matches(pattern, name));
    const applied = [own(properties, name), ...matching.map(([, schema]) => schema)].filter(
      (schema) => schema !== undefined,
    );
    return applied.length > 0 || additionalProperties === undefined ? applied : [additionalProperties];
  });
}

function matches(pattern: string, name: string): boolean {
  for (const flags of ['u', ''])
    try {
      return new RegExp(pattern, flags).test(name);
    } catch {
      // Patterns with invalid escapes are read as browsers read them.
    }
  return false;
}
