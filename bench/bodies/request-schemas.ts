type JsonObject = Record<string, unknown>;
const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const types = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']);
const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace'];
const depthLimit = 8;

/** The JSON body of an operation as described in its document. */
export interface DescribedBody {
  /** Method and path. */
  place: string;
  /** JSON pointer of the schema in the document. */
  pointer: string;
  /** Whether the document contains the body itself. */
  isWritten: boolean;
}

const escaped = (name: string): string => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));

function found(document: JsonObject, pointer: string): unknown {
  let value: unknown = document;
  for (const name of pointer.replace(/^#?\/?/, '').split('/')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as JsonObject)[decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return value;
}

/** Resolves references to the object they point to. */
function followed(document: JsonObject, pointer: string): { pointer: string; value: JsonObject } | undefined {
  let at = pointer;
  for (let depth = 0; depth < depthLimit; depth += 1) {
    const value = found(document, at);
    if (!isObject(value)) return undefined;
    if (typeof value.$ref !== 'string') return { pointer: at, value };
    if (!value.$ref.startsWith('#/')) return undefined;
    at = value.$ref.slice(1);
  }
  return undefined;
}

const isJson = (type: string): boolean => /^(application|text)\/([\w.-]+\+)?json\b/i.test(type) || type === '*/*';

/** describedBodies lists the JSON bodies that a document describes, each with its preferred media type. */
export function describedBodies(document: JsonObject): DescribedBody[] {
  const paths = isObject(document.paths) ? Object.keys(document.paths) : [];
  return paths.flatMap((path) => {
    const item = followed(document, `/paths/${escaped(path)}`);
    if (item === undefined) return [];
    return methods.flatMap((method) => {
      if (!isObject(item.value[method])) return [];
      const place = `${method.toUpperCase()} ${path}`;
      const operation = `${item.pointer}/${method}`;
      const body =
        document.swagger === undefined ? bodyOf(document, operation) : swaggerBodyOf(document, item, operation);
      return body === undefined ? [] : [{ place, ...body }];
    });
  });
}

function bodyOf(document: JsonObject, operation: string): Omit<DescribedBody, 'place'> | undefined {
  const body = followed(document, `${operation}/requestBody`);
  if (!isObject(body?.value.content)) return undefined;
  const names = Object.keys(body.value.content);
  const type = names.find((name) => /^application\/json\b/i.test(name)) ?? names.find(isJson);
  const media = type === undefined ? undefined : body.value.content[type];
  if (!isObject(media) || !isObject(media.schema)) return undefined;
  const isWritten = media.example !== undefined || (isObject(media.examples) && Object.keys(media.examples).length > 0);
  return { pointer: `${body.pointer}/content/${escaped(type ?? '')}/schema`, isWritten };
}

function swaggerBodyOf(
  document: JsonObject,
  item: { pointer: string; value: JsonObject },
  operation: string,
): Omit<DescribedBody, 'place'> | undefined {
  for (const owner of [operation, item.pointer]) {
    const list = found(document, `${owner}/parameters`);
    for (const index of Array.isArray(list) ? list.keys() : []) {
      const parameter = followed(document, `${owner}/parameters/${index}`);
      if (parameter?.value.in === 'body' && isObject(parameter.value.schema))
        return { pointer: `${parameter.pointer}/schema`, isWritten: false };
    }
  }
  return undefined;
}

/**
 * asJsonSchema converts OpenAPI-only keywords to JSON Schema, in place and for an entire document: `nullable`, boolean
 * bounds, keywords next to references, and required properties that are never sent. It shares no code with the
 * importer.
 */
export function asJsonSchema(document: JsonObject): JsonObject {
  const isOld = !String(document.openapi ?? '').startsWith('3.1');
  const rewrite = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(rewrite);
    if (!isObject(value)) return value;
    if (typeof value.$ref === 'string') return isOld ? { $ref: value.$ref } : value;
    const next = Object.fromEntries(Object.entries(value).map(([name, item]) => [name, rewrite(item)]));
    mendKeywords(next);
    if (Array.isArray(value.required))
      next.required = value.required.filter((name) => !isReadOnly(document, value, String(name)));
    return isOld && (value.nullable === true || value['x-nullable'] === true)
      ? { anyOf: [next, { type: 'null' }] }
      : next;
  };
  return rewrite(document) as JsonObject;
}

function mendKeywords(schema: JsonObject): void {
  const { type, pattern } = schema;
  if (typeof type === 'string' && !types.has(type)) delete schema.type;
  if (typeof schema.nullable === 'boolean') delete schema.nullable;
  if (Array.isArray(schema.enum) && schema.enum.length === 0) delete schema.enum;
  if (typeof pattern === 'string' && !compiles(pattern)) delete schema.pattern;
  for (const [bound, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (typeof schema[exclusive] !== 'boolean') continue;
    if (schema[exclusive] && typeof schema[bound] === 'number') schema[exclusive] = schema[bound];
    else delete schema[exclusive];
  }
}

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

function isReadOnly(document: JsonObject, schema: JsonObject, name: string, depth = 0): boolean {
  const resolved = (value: unknown): JsonObject | undefined =>
    isObject(value) && typeof value.$ref === 'string'
      ? followed(document, value.$ref.slice(1))?.value
      : isObject(value)
        ? value
        : undefined;
  const own =
    isObject(schema.properties) && Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
  if (own !== undefined) return resolved(own)?.readOnly === true;
  if (depth > depthLimit || !Array.isArray(schema.allOf)) return false;
  return schema.allOf.some((part) => {
    const base = resolved(part);
    return base !== undefined && isReadOnly(document, base, name, depth + 1);
  });
}
