import type { CompiledSchema } from '@touchstone/engine-assert/core';
import type { JsonSchema } from '../infer-json-schema.ts';

/** A shape is a decomposed conjunction of schemas: what always applies, and the open choices. */
export interface Shape {
  /** Schemas that all apply, without their `$ref`, `allOf` and choices. */
  parts: JsonSchema[];
  /** The schema itself and those it refers to; an example of any of these is one of the whole value. */
  whole: Set<JsonSchema>;
  /** One schema of each group must apply. */
  choices: unknown[][];
  isImpossible: boolean;
}

const partLimit = 200;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** shapeOf follows references and `allOf`, and turns `if` and dependencies of required members into choices. */
export function shapeOf(schemas: readonly unknown[], { resolve }: Pick<CompiledSchema, 'resolve'>): Shape {
  const shape: Shape = { parts: [], whole: new Set(), choices: [], isImpossible: false };
  const seen = new Set<unknown>();
  const take = (schema: unknown, isWhole: boolean): void => {
    if (schema === false) shape.isImpossible = true;
    if (!isRecord(schema) || seen.has(schema)) return;
    seen.add(schema);
    if (seen.size > partLimit) return;
    shape.parts.push(schema);
    if (isWhole) shape.whole.add(schema);
    if (typeof schema.$ref === 'string') take(resolve(schema.$ref, schema), isWhole);
    for (const part of listOf(schema.allOf)) take(part, false);
    shape.choices.push(...choicesOf(schema));
  };
  for (const schema of schemas) take(schema, schemas.length === 1);
  return shape;
}

const choicesOf = ({ oneOf, anyOf, if: condition, then, else: otherwise }: JsonSchema): unknown[][] => [
  ...[oneOf, anyOf].filter((group) => listOf(group).length > 0).map((group) => nullLast(listOf(group))),
  ...(condition === undefined ? [] : [[conjunction([condition, then]), otherwise ?? {}]]),
];

/** A schema made while sampling; its samples are validated only against the document's own schemas. */
export function conjunction(schemas: readonly unknown[]): JsonSchema {
  const made = { allOf: schemas.filter((schema) => schema !== undefined) };
  madeSchemas.add(made);
  return made;
}

const madeSchemas = new WeakSet<object>();
export const isMade = (schema: unknown): boolean => isRecord(schema) && madeSchemas.has(schema);

const nullLast = (group: readonly unknown[]): unknown[] =>
  group.toSorted((left, right) => Number(isNull(left)) - Number(isNull(right)));
const isNull = (schema: unknown): boolean => isRecord(schema) && schema.type === 'null';

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const typeNames = ['object', 'array', 'string', 'integer', 'number', 'boolean', 'null'];

/** typesOf returns the types that all parts allow, those that their keywords suggest first; null comes last. */
export function typesOf({ parts }: Shape): string[] {
  const allowed = parts.reduce(
    (left, { type }) => (type === undefined ? left : common(left, [type].flat())),
    typeNames,
  );
  if (parts.some(({ type }) => type !== undefined)) return allowed;
  const suggested = typeNames.filter((name) => parts.some((part) => keywords[name]?.some((key) => key in part)));
  return suggested.length > 0 ? suggested : ['null', 'string', 'integer', 'object', 'array', 'boolean', 'number'];
}

const common = (left: readonly string[], right: readonly unknown[]): string[] =>
  left.filter((name) => right.includes(name) || (name === 'integer' && right.includes('number')));

const keywords: Record<string, string[]> = {
  object: [
    'properties',
    'required',
    'additionalProperties',
    'patternProperties',
    'minProperties',
    'maxProperties',
    'propertyNames',
    'dependentRequired',
    'dependentSchemas',
    'dependencies',
  ],
  array: ['items', 'prefixItems', 'contains', 'minItems', 'maxItems', 'uniqueItems'],
  string: ['format', 'pattern', 'minLength', 'maxLength'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
};

/** The largest (or smallest) number that any part has for a keyword. */
export function tightest(parts: readonly JsonSchema[], keyword: string, pick: 'max' | 'min'): number | undefined {
  const written = parts.map((part) => part[keyword]).filter((value) => typeof value === 'number');
  return written.length === 0 ? undefined : Math[pick](...written);
}
