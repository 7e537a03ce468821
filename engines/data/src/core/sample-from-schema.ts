import type { JsonSchema } from './infer-json-schema.ts';

const maxDepth = 12;
const formatSamples: Record<string, string> = {
  'date-time': '2026-01-15T09:30:00Z',
  date: '2026-01-15',
  time: '09:30:00Z',
  email: 'ada@example.com',
  uri: 'https://example.com/path',
  url: 'https://example.com/path',
  uuid: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  ipv4: '192.0.2.10',
  ipv6: '2001:db8::10',
  hostname: 'example.com',
  byte: 'dGV4dA==',
  password: 'secret',
};

/**
 * sampleFromSchema makes a value that fits a JSON Schema: examples, defaults, constants and enums first, then the smallest plain value
 * of the type. Follows `$ref` inside the document; what refers to itself ends. A `pattern` is not generated.
 */
export function sampleFromSchema(schema: JsonSchema | boolean): unknown {
  return sample(schema, schema, 0);
}

function sample(schema: unknown, root: unknown, depth: number): unknown {
  if (typeof schema !== 'object' || schema === null || depth > maxDepth) return null;
  const known = schema as JsonSchema;
  if (typeof known.$ref === 'string') return sample(resolve(known.$ref, root), root, depth + 1);
  if ('const' in known) return known.const;
  if ('default' in known) return known.default;
  if ('example' in known) return known.example;
  if (Array.isArray(known.examples) && known.examples.length > 0) return known.examples[0];
  if (Array.isArray(known.enum) && known.enum.length > 0) return known.enum[0];
  if (Array.isArray(known.allOf)) return sampleAll(known, root, depth);
  const choice = [known.oneOf, known.anyOf].find((list) => Array.isArray(list) && list.length > 0) as
    | unknown[]
    | undefined;
  if (choice !== undefined) return merge(sampleTyped(known, root, depth), sample(choice[0], root, depth + 1));
  return sampleTyped(known, root, depth);
}

function sampleAll({ allOf, ...own }: JsonSchema, root: unknown, depth: number): unknown {
  const parts = (allOf as unknown[]).map((part) => sample(part, root, depth + 1));
  const rest = Object.keys(own).length === 0 ? undefined : sampleTyped(own, root, depth);
  return [...parts, rest].reduce((left, right) => merge(left, right), undefined);
}

function merge(left: unknown, right: unknown): unknown {
  if (isRecord(left) && isRecord(right)) return { ...left, ...right };
  return right ?? left;
}

function sampleTyped(schema: JsonSchema, root: unknown, depth: number): unknown {
  switch (typeOf(schema)) {
    case 'object':
      return sampleObject(schema, root, depth);
    case 'array':
      return sampleArray(schema, root, depth);
    case 'string':
      return sampleText(schema);
    case 'integer':
    case 'number':
      return sampleNumber(schema);
    case 'boolean':
      return true;
    default:
      return null;
  }
}

function typeOf({ type, properties, items, format, pattern, minimum }: JsonSchema): unknown {
  if (Array.isArray(type)) return type.find((name) => name !== 'null') ?? 'null';
  if (type !== undefined) return type;
  if (properties !== undefined) return 'object';
  if (items !== undefined) return 'array';
  if (format !== undefined || pattern !== undefined) return 'string';
  return minimum === undefined ? undefined : 'number';
}

function sampleObject({ properties, required }: JsonSchema, root: unknown, depth: number): unknown {
  const known = Object.entries(isRecord(properties) ? properties : {});
  const needed = Array.isArray(required) ? required.map(String) : [];
  // Deep down only what must be there, so that what refers to itself ends.
  const wanted = depth < maxDepth / 2 ? known : known.filter(([name]) => needed.includes(name));
  const given = wanted.map(([name, schema]): [string, unknown] => [name, sample(schema, root, depth + 1)]);
  const missing = needed
    .filter((name) => !wanted.some(([other]) => other === name))
    .map((name): [string, unknown] => [name, null]);
  return Object.fromEntries([...given, ...missing]);
}

function sampleArray({ items, prefixItems, minItems }: JsonSchema, root: unknown, depth: number): unknown {
  const first = Array.isArray(prefixItems) ? prefixItems.map((schema) => sample(schema, root, depth + 1)) : [];
  const least = Math.min(typeof minItems === 'number' ? minItems : 0, 100);
  const wanted = Math.max(least, items !== undefined && depth < maxDepth / 2 && first.length === 0 ? 1 : 0);
  while (first.length < wanted) first.push(sample(items, root, depth + 1));
  return first;
}

function sampleText({ format, minLength, maxLength }: JsonSchema): string {
  if (typeof format === 'string' && Object.hasOwn(formatSamples, format)) return formatSamples[format]!;
  const least = Math.min(typeof minLength === 'number' ? minLength : 0, 10_000);
  const text = 'string'.padEnd(least, 'x');
  return typeof maxLength === 'number' ? text.slice(0, Math.max(maxLength, 0)) : text;
}

function sampleNumber({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, type }: JsonSchema): number {
  const step = typeof multipleOf === 'number' && multipleOf > 0 ? multipleOf : 1;
  const above =
    typeof exclusiveMinimum === 'number' ? exclusiveMinimum + (type === 'integer' ? 1 : step / 2) : undefined;
  const below =
    typeof exclusiveMaximum === 'number' ? exclusiveMaximum - (type === 'integer' ? 1 : step / 2) : undefined;
  const low = above ?? (typeof minimum === 'number' ? minimum : undefined);
  const high = below ?? (typeof maximum === 'number' ? maximum : undefined);
  let value = low ?? (high !== undefined && high < 1 ? high : 1);
  if (type === 'integer') value = low === undefined ? Math.floor(value) : Math.ceil(value);
  return typeof multipleOf === 'number' && multipleOf > 0 ? Math.ceil(value / multipleOf) * multipleOf : value;
}

function resolve(reference: string, root: unknown): unknown {
  if (!reference.startsWith('#')) return undefined;
  let place = root;
  for (const part of reference.slice(1).split('/').filter(Boolean)) {
    const name = decodeURIComponent(part).replace(/~1/g, '/').replace(/~0/g, '~');
    if (place === null || typeof place !== 'object' || !Object.hasOwn(place, name)) return undefined;
    place = (place as Record<string, unknown>)[name];
  }
  return place;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
