/** JsonSchema is a JSON Schema as an object (2020-12 if inferred). */
export type JsonSchema = Record<string, unknown>;

/** Observations from all samples at one path. */
interface Shape {
  count: number;
  types: Set<string>;
  objects: number;
  properties: Map<string, Shape>;
  items: Shape | undefined;
  texts: Map<string, number>;
  textCount: number;
  /** Formats shared by all texts so far. */
  formats: readonly string[];
  isTooDeep: boolean;
}

const maxDepth = 64;
const maxTexts = 20;
const maxEnumText = 30;
const maxEnumValues = 6;
const minEnumSamples = 5;

const formatTests: Record<string, RegExp> = {
  'date-time':
    /^\d{4}-(0\d|1[0-2])-([0-2]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i,
  date: /^\d{4}-(0\d|1[0-2])-([0-2]\d|3[01])$/,
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  email: /^[a-z0-9._%+-]{1,64}@[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){1,5}$/i,
  ipv4: /^((25[0-5]|2[0-4]\d|1?\d?\d)(\.(?!$)|$)){4}$/,
  uri: /^(https?|ftp):\/\/[a-z0-9.-]+(:\d+)?(\/[\w./~%+-]*)?(\?[\w.~%+=&-]*)?(#[\w.~%-]*)?$/i,
};
const allFormats = Object.keys(formatTests);

/**
 * inferJsonSchema returns a schema that accepts all samples: members of every sample are required, whole numbers are
 * integers, null makes a value nullable, list items are merged, texts get a format or, if at least five samples share a
 * few short values, an enum.
 */
export function inferJsonSchema(samples: readonly unknown[]): JsonSchema {
  const shape = emptyShape();
  for (const sample of samples) add(shape, sample, 0);
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...describe(shape) };
}

function emptyShape(): Shape {
  return {
    count: 0,
    types: new Set(),
    objects: 0,
    properties: new Map(),
    items: undefined,
    texts: new Map(),
    textCount: 0,
    formats: allFormats,
    isTooDeep: false,
  };
}

function add(shape: Shape, value: unknown, depth: number): void {
  shape.count += 1;
  if (depth > maxDepth) shape.isTooDeep = true;
  else if (typeof value === 'string') addText(shape, value);
  else if (typeof value === 'number' || typeof value === 'bigint') {
    shape.types.add(typeof value === 'bigint' || Number.isInteger(value) ? 'integer' : 'number');
  } else if (typeof value === 'boolean') shape.types.add('boolean');
  else if (Array.isArray(value)) {
    shape.types.add('array');
    for (const item of value) {
      shape.items ??= emptyShape();
      add(shape.items, item, depth + 1);
    }
  } else if (value !== null && typeof value === 'object') {
    shape.types.add('object');
    shape.objects += 1;
    for (const [name, item] of Object.entries(value)) {
      if (item === undefined) continue;
      const known = shape.properties.get(name) ?? emptyShape();
      shape.properties.set(name, known);
      add(known, item, depth + 1);
    }
  } else shape.types.add('null');
}

function addText(shape: Shape, text: string): void {
  shape.types.add('string');
  shape.textCount += 1;
  if (shape.formats.length > 0) {
    shape.formats =
      text.length > 500 ? [] : shape.formats.filter((name) => formatTests[name]!.test(text) && isReal(name, text));
  }
  // One value more than an enum may have shows that there are too many.
  if (shape.texts.size < maxTexts) {
    const key = text.length > maxEnumText ? text.slice(0, maxEnumText + 1) : text;
    shape.texts.set(key, (shape.texts.get(key) ?? 0) + 1);
  }
}

/** 30 February is formatted like a date, but isn't one. */
function isReal(format: string, text: string): boolean {
  if (format !== 'date' && format !== 'date-time') return true;
  const [year, month, day] = text.slice(0, 10).split('-').map(Number) as [number, number, number];
  return month > 0 && day > 0 && year > 0 && day <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}

function describe(shape: Shape): JsonSchema {
  if (shape.isTooDeep || shape.types.size === 0) return {};
  const types = new Set(shape.types);
  if (types.has('number')) types.delete('integer');
  const list = [...types].sort();
  return {
    type: list.length === 1 ? list[0] : list,
    ...(types.has('string') ? describeText(shape, types) : {}),
    ...(types.has('object') ? describeObject(shape) : {}),
    ...(types.has('array') && shape.items !== undefined ? { items: describe(shape.items) } : {}),
  };
}

function describeText({ texts, textCount, formats }: Shape, types: ReadonlySet<string>): JsonSchema {
  if (formats.length > 0) return { format: formats[0] };
  const values = [...texts.keys()];
  const isShort = values.every((text) => text.length <= maxEnumText);
  const isFew = values.length <= maxEnumValues && values.length * 2 <= textCount;
  // An enum restricts all types of a value, so only texts and null are possible.
  const isPlain = [...types].every((type) => type === 'string' || type === 'null');
  if (textCount < minEnumSamples || !isShort || !isFew || !isPlain) return {};
  return { enum: [...values.sort(), ...(types.has('null') ? [null] : [])] };
}

function describeObject({ properties, objects }: Shape): JsonSchema {
  const required = [...properties].filter(([, { count }]) => count === objects).map(([name]) => name);
  return {
    properties: Object.fromEntries([...properties].map(([name, shape]) => [name, describe(shape)])),
    ...(required.length === 0 ? {} : { required: required.sort() }),
  };
}
