import {
  type CompiledSchema,
  compileJsonSchema,
  deepEquals,
  type SchemaViolation,
} from '@touchstone/engine-assert/core';
import { BudgetError, WorkBudget } from '@touchstone/kernel';
import type { JsonSchema } from '../infer-json-schema.ts';
import { arraysFor } from './sample-array.ts';
import { numbersFor } from './sample-number.ts';
import { objectsFor } from './sample-object.ts';
import { textsFor } from './sample-text.ts';
import { conjunction, isMade, isRecord, listOf, type Shape, shapeOf, typesOf } from './schema-shape.ts';

/**
 * SchemaSample is a value made for a schema. If `problem` is set, the value is invalid: it is the closest that was
 * found.
 */
export interface SchemaSample {
  value: unknown;
  problem?: SchemaViolation;
}

/** A value for a part of the schema, and whether it is valid. */
export interface Found {
  value: unknown;
  isValid: boolean;
}

const depthLimit = 30;
const candidateLimit = 60;
/** Validations of values; each costs as much as the value is large. */
const workLimit = 20_000;
/** Visits to parts of the schema. */
const stepLimit = 300_000;
/** Optional members are omitted below this depth and beyond this number of values, so that samples stay readable. */
const optionalDepth = 5;
const optionalValues = 300;

/**
 * sampleFromSchema makes a value that satisfies a JSON Schema of any draft: valid examples, defaults, constants and
 * enums come first, then plain values of the type. The value is validated by the engine that assertions use, so it is
 * valid or has a problem. Recursive schemas terminate, and the work is bounded, for several samples by `ofDocument`.
 * `isPlain` says that no part has its own identifier. Throws a SchemaError if `schema` is no schema.
 */
export function sampleFromSchema(
  schema: unknown,
  { ofDocument, isPlain = false }: { ofDocument?: WorkBudget; isPlain?: boolean } = {},
): SchemaSample {
  const budget = new WorkBudget('The search for a value', 'Make the schema simpler.', { steps: stepLimit });
  const compiled = compileJsonSchema(schema, { budget, isPlain });
  try {
    ofDocument?.spend('steps', 0);
    const { value, isValid } = new Sampler(compiled).first([schema], 0);
    if (isValid) return { value };
    const [problem] = compiled.validate(value);
    return { value, problem: problem ?? { path: '$', message: 'the search for a value took too long' } };
  } catch (error) {
    return {
      value: null,
      problem: { path: '$', message: (error instanceof Error ? error.message : String(error)).replace(/\.$/, '') },
    };
  } finally {
    spendQuietly(ofDocument, budget.spent('steps'));
  }
}

/** Work beyond the document's budget is reported with its next sample. */
function spendQuietly(budget: WorkBudget | undefined, steps: number): void {
  try {
    budget?.spend('steps', steps);
  } catch (error) {
    if (!(error instanceof BudgetError)) throw error;
  }
}

/** Sampler searches: for each part of a schema, it tries candidates until one is valid. */
export class Sampler {
  readonly #compiled: CompiledSchema;
  readonly #open: unknown[] = [];
  #work = workLimit;
  #values = 0;

  constructor(compiled: CompiledSchema) {
    this.#compiled = compiled;
  }

  shape(schemas: readonly unknown[]): Shape {
    return shapeOf(schemas, this.#compiled);
  }

  /** The first value that satisfies all schemas, or else the first that was tried. */
  first(schemas: readonly unknown[], depth: number): Found {
    let nearest: Found | undefined;
    for (const found of this.#tried(schemas, depth)) {
      if (found.isValid) return found;
      nearest ??= found;
    }
    return nearest ?? { value: null, isValid: false };
  }

  /** Up to `count` different values that satisfy all schemas. */
  several(schemas: readonly unknown[], depth: number, count: number): unknown[] {
    const values: unknown[] = [];
    for (const { value, isValid } of this.#tried(schemas, depth)) {
      if (isValid && !values.some((other) => deepEquals(other, value))) values.push(value);
      if (values.length >= count) break;
    }
    return values;
  }

  /** Whether an optional member is included. */
  isShown(schemas: readonly unknown[], depth: number): boolean {
    if (depth > optionalDepth || this.#values > optionalValues) return false;
    return !this.shape(schemas).parts.some((part) => this.#open.includes(part));
  }

  *#tried(schemas: readonly unknown[], depth: number): Generator<Found> {
    if (depth > depthLimit) return;
    const shape = this.shape(schemas);
    const { length } = this.#open;
    this.#values += 1;
    try {
      let left = candidateLimit;
      for (const value of this.#candidates(shape, depth)) {
        this.#open.length = length;
        yield { value, isValid: this.#isValid(schemas, value) };
        left -= 1;
        if (left <= 0 || this.#work <= 0) return;
        this.#open.push(...shape.parts);
      }
    } finally {
      this.#open.length = length;
    }
  }

  #isValid(schemas: readonly unknown[], value: unknown): boolean {
    this.#work -= 1;
    return schemas.every((schema) => isMade(schema) || this.#compiled.validate(value, schema).length === 0);
  }

  *#candidates(shape: Shape, depth: number): Generator<unknown> {
    if (shape.isImpossible) return;
    this.#open.push(...shape.parts);
    yield* writtenValues(shape);
    const [group, ...others] = shape.choices;
    if (group !== undefined) {
      for (const option of group) {
        const chosen = this.shape([conjunction([...shape.parts.map(withoutChoices), option])]);
        yield* this.#candidates({ ...chosen, choices: [...chosen.choices, ...others] }, depth);
      }
      return;
    }
    if (shape.parts.some((part) => 'const' in part || Array.isArray(part.enum))) return;
    for (const type of typesOf(shape)) yield* this.#typed(type, shape, depth);
  }

  *#typed(type: string, shape: Shape, depth: number): Generator<unknown> {
    switch (type) {
      case 'object':
        return yield* objectsFor(shape, depth, this);
      case 'array':
        return yield* arraysFor(shape, depth, this);
      case 'string':
        return yield* textsFor(shape.parts);
      case 'integer':
      case 'number':
        return yield* numbersFor(shape.parts, type === 'integer');
      case 'boolean':
        return yield* [true, false];
      default:
        yield null;
    }
  }
}

/** The part without what the shape has already extracted from it. */
function withoutChoices({ $ref, allOf, oneOf, anyOf, if: condition, ...rest }: JsonSchema): JsonSchema {
  return rest;
}

/** Values documented in the schema. A text for a number, or vice versa, is the result of missing quotes in YAML. */
function* writtenValues({ parts, whole }: Shape): Generator<unknown> {
  const examples = parts
    .flatMap((part) => [part.example, ...listOf(part.examples), part.default].map((value) => ({ part, value })))
    .filter(({ part, value }) => value !== undefined && (whole.has(part) || !isRecord(value)))
    .map(({ value }) => value);
  const types = typesOf({ parts } as Shape);
  yield* examples.flatMap((value) => [value, ...retyped(value, types)]);
  yield* parts.flatMap((part) => [...('const' in part ? [part.const] : []), ...listOf(part.enum)]);
}

function retyped(value: unknown, types: readonly string[]): unknown[] {
  if (typeof value === 'number' || typeof value === 'boolean') return types.includes('string') ? [String(value)] : [];
  if (typeof value !== 'string' || value.trim() === '') return [];
  if (types.includes('boolean') && /^(true|false)$/.test(value)) return [value === 'true'];
  return (types.includes('number') || types.includes('integer')) && Number.isFinite(Number(value))
    ? [Number(value)]
    : [];
}
