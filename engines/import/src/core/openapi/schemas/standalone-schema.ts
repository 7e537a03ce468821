import { isObject, type JsonObject, listOf, objectOf } from '../../json-values.ts';
import type { ProblemList } from '../../problems.ts';
import type { References } from '../references.ts';

export type Dialect = '2.0' | '3.0' | '3.1';

/** Purpose of a schema: checking a response, generating a request or a mock response, or documentation. */
export type Direction = 'request' | 'response' | 'answer' | 'documentation';

const depthLimit = 100;
const partDepth = 8;
/** Larger schemas would make each assertion more expensive than the response it checks; a sample is made only once. */
const sizeLimits: Record<Direction, number> = {
  response: 256 * 1024,
  request: 4 * 1024 * 1024,
  answer: 4 * 1024 * 1024,
  documentation: 64 * 1024,
};
/** Keywords that only samples need. */
const annotations = ['contentEncoding', 'contentMediaType', 'default', 'example', 'examples', 'format', 'xml'];

const texts = ['deprecated', 'description', 'externalDocs', 'readOnly', 'writeOnly'];

const copied = [
  'const',
  'dependentRequired',
  'maxContains',
  'maxItems',
  'maxLength',
  'maxProperties',
  'minContains',
  'minItems',
  'minLength',
  'minProperties',
  'multipleOf',
  'title',
  'uniqueItems',
];
const single = [
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
];
const lists = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const maps = ['dependentSchemas', 'patternProperties', 'properties'];
const types = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']);
const formats = new Set([
  'date',
  'date-time',
  'duration',
  'email',
  'hostname',
  'ipv4',
  'ipv6',
  'json-pointer',
  'regex',
  'time',
  'uri',
  'uri-reference',
  'uri-template',
  'uuid',
]);

const kept: Record<Direction, readonly string[]> = {
  response: copied,
  request: [...copied, ...annotations],
  answer: [...copied, ...annotations],
  documentation: [...copied, ...annotations, ...texts],
};

/** The result of converting one schema of the document: its name and the other schemas that it references. */
interface Converted {
  name: string;
  schema: JsonObject | boolean;
  uses: readonly string[];
  size: number;
}

/**
 * SchemaBundler converts a schema in an OpenAPI document to a self-contained one (JSON Schema 2020-12): references
 * point into its own `$defs`, so that cycles are preserved, and OpenAPI keywords (`nullable`, boolean
 * `exclusiveMinimum`) are translated.
 */
export class SchemaBundler {
  readonly #references: References;
  readonly #problems: ProblemList;
  readonly #dialect: Dialect;
  readonly #direction: Direction;
  readonly #named = new Map<string, Converted>();
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();
  /** Schemas known to be too large together with their references. */
  readonly #tooLarge = new Set<string>();

  constructor(references: References, problems: ProblemList, dialect: Dialect, direction: Direction) {
    this.#references = references;
    this.#problems = problems;
    this.#dialect = dialect;
    this.#direction = direction;
  }

  /** The schema with everything it references; undefined if there is nothing to check or it is too large. */
  bundle(schema: unknown, place: string): JsonObject | undefined {
    const uses = new Set<string>();
    const top = this.#convert(schema, place, uses, 0);
    if (!isObject(top) || Object.keys(top).length === 0) return undefined;
    const needed = this.#neededBy([...uses], sizeLimits[this.#direction] - JSON.stringify(top).length, place);
    if (needed === undefined) {
      this.#problems.add(place, tooLarge[this.#direction]);
      return undefined;
    }
    if (needed.size === 0) return top;
    // No prototype, because a document may name a schema __proto__.
    const definitions: JsonObject = Object.create(null);
    for (const { name, schema: definition } of needed) definitions[name] = definition;
    return { ...top, $defs: definitions };
  }

  /**
   * The schemas at these pointers and all that they reference, directly or transitively; undefined as soon as they
   * exceed the size limit.
   */
  #neededBy(pointers: string[], sizeLimit: number, place: string): Set<Converted> | undefined {
    const needed = new Set<Converted>();
    if (sizeLimit < 0 || pointers.some((pointer) => this.#tooLarge.has(pointer))) return undefined;
    const waiting = [...pointers];
    let size = 0;
    for (let pointer = waiting.pop(); pointer !== undefined; pointer = waiting.pop()) {
      const converted = this.#definition(pointer, place);
      if (needed.has(converted)) continue;
      needed.add(converted);
      size += converted.size + converted.name.length;
      if (size > sizeLimit) {
        // In large documents nearly everything is connected, so a schema that alone exceeds the limit is remembered.
        const [only, ...others] = pointers;
        if (only !== undefined && others.length === 0 && size > sizeLimits[this.#direction]) this.#tooLarge.add(only);
        return undefined;
      }
      for (const used of converted.uses) waiting.push(used);
    }
    return needed;
  }

  #definition(pointer: string, place: string): Converted {
    const known = this.#named.get(pointer);
    if (known) return known;
    const uses = new Set<string>();
    const found = this.#references.find(pointer, place);
    const schema = this.#convert(found ?? {}, pointer.slice(2), uses, 0);
    const name = this.#nameOf(pointer);
    const converted = { name, schema, uses: [...uses], size: JSON.stringify(schema).length };
    this.#named.set(pointer, converted);
    return converted;
  }

  #nameOf(pointer: string): string {
    const known = this.#names.get(pointer);
    if (known !== undefined) return known;
    const base =
      pointer
        .split('/')
        .at(-1)
        ?.replace(/~1|~0|%[0-9A-F]{2}|[^\w.-]/gi, '_') || 'schema';
    let name = base;
    for (let number = 2; this.#taken.has(name); number += 1) name = `${base}_${number}`;
    this.#taken.add(name);
    this.#names.set(pointer, name);
    return name;
  }

  #convert(schema: unknown, place: string, uses: Set<string>, depth: number): JsonObject | boolean {
    if (typeof schema === 'boolean') return schema;
    if (!isObject(schema) || depth > depthLimit) return {};
    const converted = this.#convertKeywords(schema, place, uses, depth);
    const isNullable = this.#dialect !== '3.1' && (schema.nullable === true || schema['x-nullable'] === true);
    return isNullable ? allowNull(converted) : converted;
  }

  #convertKeywords(schema: JsonObject, place: string, uses: Set<string>, depth: number): JsonObject {
    const out: JsonObject = {};
    if (typeof schema.$ref === 'string') {
      if (this.#references.find(schema.$ref, place) !== undefined) {
        uses.add(schema.$ref);
        out.$ref = `#/$defs/${this.#nameOf(schema.$ref)}`;
      }
      // Before 3.1, siblings of a reference are ignored.
      if (this.#dialect !== '3.1') return out;
    }
    const below = (value: unknown) => this.#convert(value, place, uses, depth + 1);
    for (const key of kept[this.#direction]) if (schema[key] !== undefined) out[key] = schema[key];
    for (const key of single) if (isSchema(schema[key])) out[key] = below(schema[key]);
    for (const key of lists) if (Array.isArray(schema[key])) out[key] = this.#alternatives(key, schema).map(below);
    for (const key of maps)
      if (isObject(schema[key]))
        out[key] = Object.fromEntries(Object.entries(schema[key]).map(([name, value]) => [name, below(value)]));
    if (isObject(out.properties)) out.properties = this.#sent(schema, out.properties, place);
    if (Array.isArray(schema.items)) out.prefixItems = schema.items.map(below);
    this.#addScalars(schema, out, place);
    return out;
  }

  /** In a sample, the value of the discriminator is the one of its alternative. */
  #alternatives(key: string, schema: JsonObject): unknown[] {
    const alternatives = listOf(schema[key]);
    const { propertyName, mapping } = objectOf(schema.discriminator);
    const isSampled = this.#direction === 'request' || this.#direction === 'answer';
    if (!isSampled || key === 'allOf' || key === 'prefixItems' || typeof propertyName !== 'string') return alternatives;
    return alternatives.map((alternative) => {
      const reference = objectOf(alternative).$ref;
      if (typeof reference !== 'string') return alternative;
      const property = { enum: discriminatingValues(reference, objectOf(mapping)) };
      return { allOf: [alternative, { properties: { [propertyName]: property }, required: [propertyName] }] };
    });
  }

  #addScalars(schema: JsonObject, out: JsonObject, place: string): void {
    const type = this.#typeOf(schema.type, place);
    if (type !== undefined) out.type = type;
    if (Array.isArray(schema.enum) && schema.enum.length > 0) out.enum = schema.enum;
    if (typeof schema.format === 'string' && formats.has(schema.format)) out.format = schema.format;
    if (typeof schema.pattern === 'string') {
      if (isRegularExpression(schema.pattern)) out.pattern = schema.pattern;
      else this.#problems.add(place, `The pattern ${schema.pattern} is no regular expression; it is not checked.`);
    }
    addBounds(schema, out);
    const required = this.#requiredOf(schema, place);
    if (required.length > 0) out.required = required;
  }

  #typeOf(type: unknown, place: string): unknown {
    if (type === undefined || type === 'file') return undefined;
    const known = listOf(Array.isArray(type) ? type : [type]).filter((name) => types.has(String(name)));
    if (known.length === 0) {
      this.#problems.add(place, `The type ${JSON.stringify(type)} does not exist; it is not checked.`);
      return undefined;
    }
    return Array.isArray(type) ? known : known[0];
  }

  /** A write-only property is never returned, so a response need not have it; a read-only one is never sent. */
  #requiredOf(schema: JsonObject, place: string): string[] {
    return listOf(schema.required)
      .filter((name) => typeof name === 'string')
      .filter((name) => this.#isCarried(this.#memberOf(schema, name, place), place));
  }

  /** A schema's definition of a property, directly or in one of its parts. */
  #memberOf(schema: JsonObject, name: string, place: string, depth = 0): unknown {
    const properties = objectOf(schema.properties);
    if (Object.hasOwn(properties, name)) return properties[name];
    if (depth > partDepth) return undefined;
    for (const part of listOf(schema.allOf)) {
      const resolved = this.#references.resolve(part, place);
      const member = resolved && this.#memberOf(resolved, name, place, depth + 1);
      if (member !== undefined) return member;
    }
    return undefined;
  }

  #sent(schema: JsonObject, converted: JsonObject, place: string): JsonObject {
    if (this.#direction !== 'request' && this.#direction !== 'answer') return converted;
    const properties = objectOf(schema.properties);
    return Object.fromEntries(Object.entries(converted).filter(([name]) => this.#isCarried(properties[name], place)));
  }

  #isCarried(property: unknown, place: string): boolean {
    if (this.#direction === 'documentation') return true;
    const { readOnly, writeOnly } = this.#references.resolve(property, place) ?? {};
    return (this.#direction === 'request' ? readOnly : writeOnly) !== true;
  }
}

/** The problem of a schema that is not kept as documentation. */
export const tooLargeToDocument = 'The schema is too large to be kept as documentation.';

const tooLarge: Record<Direction, string> = {
  documentation: tooLargeToDocument,
  response: 'The schema is too large to be checked with each response; only the status is asserted.',
  request: 'The schema is too large to make a sample of it. Fill in the value by hand.',
  answer: 'The schema is too large to make a sample of it. Write an example in the document.',
};

/** OpenAPI 3 §4.8.25: the names mapped to a schema, and its own; a mapping names a schema or references it. */
function discriminatingValues(reference: string, mapping: JsonObject): string[] {
  const own = reference.slice(reference.lastIndexOf('/') + 1);
  const mapped = Object.entries(mapping).filter(([, target]) => target === reference || target === own);
  return [...new Set([...mapped.map(([name]) => name), own])];
}

const isSchema = (value: unknown): boolean => isObject(value) || typeof value === 'boolean';

function addBounds(schema: JsonObject, out: JsonObject): void {
  for (const [bound, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (typeof schema[exclusive] === 'number') out[exclusive] = schema[exclusive];
    if (typeof schema[bound] === 'number') out[schema[exclusive] === true ? exclusive : bound] = schema[bound];
  }
}

function allowNull(schema: JsonObject): JsonObject {
  const { type } = schema;
  if (type === undefined && Object.keys(schema).length > 0) return { anyOf: [schema, { type: 'null' }] };
  return {
    ...schema,
    ...(type !== undefined && { type: [...new Set([...(Array.isArray(type) ? type : [type]), 'null'])] }),
    ...(Array.isArray(schema.enum) && !schema.enum.includes(null) && { enum: [...schema.enum, null] }),
  };
}

function isRegularExpression(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}
