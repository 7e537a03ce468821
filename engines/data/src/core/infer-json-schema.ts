/** JsonSchema is a JSON Schema as an object (2020-12 where it was inferred). */
export type JsonSchema = Record<string, unknown>;

/** What all samples of one place have shown. */
interface Shape {
  count: number;
  types: Set<string>;
  objects: number;
  properties: Map<string, Shape>;
  items: Shape | undefined;
  texts: Map<string, number>;
  textCount: number;
  /** Formats that every text so far has. */
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
 * inferJsonSchema makes the schema that all samples fit: what is in every sample is required, whole numbers stay integers, null makes a
 * place nullable, list items are merged, texts get a format or, where at least five samples share a few short values, an enum.
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
  // One more than can be an enum says that there are too many.
  if (shape.texts.size < maxTexts) {
    const key = text.length > maxEnumText ? text.slice(0, maxEnumText + 1) : text;
    shape.texts.set(key, (shape.texts.get(key) ?? 0) + 1);
  }
}

/** 30 February has the form of a date, but is none. */
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
  // An enum speaks of all types of a place, so only texts and null may be there.
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
