import type { FormField, HttpBody, KeyValue } from '@touchstone/engine-http/core';
import type { ImportedStep } from '../../imported-collection.ts';
import { isObject, type JsonObject, objectOf } from '../../json-values.ts';
import { isJsonText, isJsonType } from '../../openapi/request-body.ts';
import { findHeader } from '../../step-parts.ts';
import { sampleText, typed } from './openapi-parameters.ts';
import type { SchemaComponents } from './openapi-schemas.ts';

const defaultTypes: Record<Exclude<HttpBody['type'], 'none'>, string> = {
  json: 'application/json',
  xml: 'application/xml',
  text: 'text/plain',
  graphql: 'application/json',
  urlencoded: 'application/x-www-form-urlencoded',
  form: 'multipart/form-data',
  binary: 'application/octet-stream',
};

/** requestBodyOf describes the body of a request: its documentation, with the sent body as the example. */
export function requestBodyOf(step: ImportedStep, components: SchemaComponents): JsonObject | undefined {
  const { body, documentation } = step;
  const documented = documentation?.requestBody;
  const contents = documented?.contents ?? [];
  if (body.type === 'none' && contents.length === 0) return undefined;
  const content = Object.fromEntries(contents.map(({ type, schema }) => [type, schema ? { schema } : {}]));
  if (body.type !== 'none') {
    const type = typeOf(step, Object.keys(content));
    content[type] = mediaOf(body, type, objectOf(objectOf(content[type]).schema));
  }
  const isRequired = documented === undefined || documented.isRequired === true;
  return {
    ...(documented?.description === undefined ? {} : { description: documented.description }),
    ...(isRequired ? { required: true } : {}),
    content: Object.fromEntries(
      Object.entries(content).map(([type, media]) => {
        const { schema, ...rest } = media as JsonObject;
        return [type, isObject(schema) ? { schema: components.add(schema), ...rest } : rest];
      }),
    ),
  };
}

/** The media type: the request's, or the documented one that needs no header, or the default. */
function typeOf({ body, headers }: ImportedStep, documented: readonly string[]): string {
  const written = findHeader(headers, 'Content-Type')?.value;
  if (written !== undefined || body.type === 'none') return written ?? '';
  if (body.type === 'binary' && body.contentType !== undefined) return body.contentType;
  const usual = defaultTypes[body.type];
  const family = usual.split('/')[0] === 'multipart' ? /^multipart\//i : new RegExp(`^${usual}(;|$)`, 'i');
  return documented.find((type) => family.test(type) || (body.type === 'json' && type === '*/*')) ?? usual;
}

function mediaOf(body: Exclude<HttpBody, { type: 'none' }>, type: string, documented: JsonObject): JsonObject {
  const schemaOr = (fallback: JsonObject) => (Object.keys(documented).length === 0 ? fallback : documented);
  switch (body.type) {
    case 'json':
      return { schema: documented, example: exampleValue(body.content, type) };
    case 'xml':
    case 'text':
      return { schema: schemaOr({ type: 'string' }), example: body.content };
    case 'graphql': {
      const variables = body.variables === '' ? {} : { variables: exampleValue(body.variables, 'application/json') };
      const name = body.operationName ? { operationName: body.operationName } : {};
      return { schema: schemaOr({ type: 'object' }), example: { query: body.query, ...name, ...variables } };
    }
    case 'urlencoded':
      return fieldsMedia(
        body.fields.map((field) => ({ ...field, kind: 'text' })),
        documented,
      );
    case 'form':
      return fieldsMedia(body.fields, documented);
    case 'binary':
      return { schema: schemaOr({ type: 'string', format: 'binary' }) };
  }
}

/** exampleValue returns the value of a JSON body, or its text if a reimport would format it differently. */
export function exampleValue(text: string, type: string): unknown {
  if (!isJsonType(type)) return text;
  try {
    const value: unknown = JSON.parse(text);
    const isSame = JSON.stringify(value, null, 2) === text && !(typeof value === 'string' && isJsonText(value));
    return isSame || !isJsonText(text) ? value : text;
  } catch {
    return text;
  }
}

/** Disabled fields become properties without an example. */
function fieldsMedia(fields: readonly FormField[], documented: JsonObject): JsonObject {
  const known = objectOf(documented.properties);
  const properties: JsonObject = { ...known };
  for (const field of fields) {
    if (field.key === '') continue;
    const { key, kind, description, enabled } = field;
    const present = isObject(known[key]) ? known[key] : undefined;
    const isOff = enabled === false && kind === 'text';
    const plain = kind === 'file' ? { type: 'string', format: 'binary' } : { type: 'string' };
    properties[key] = {
      ...(present ?? plain),
      ...(description === undefined ? {} : { description }),
      ...(isOff && sampleText(present ?? plain) !== field.value ? { default: field.value } : {}),
    };
  }
  const sent = fields.filter(({ kind, enabled, key }) => kind === 'text' && enabled !== false && key !== '');
  const types = Object.fromEntries(
    sent.flatMap(({ key, contentType }) => (contentType === undefined ? [] : [[key, { contentType }]])),
  );
  return {
    schema: { ...documented, type: 'object', properties },
    example: Object.fromEntries([...Map.groupBy(sent, ({ key }) => key)].map((group) => fieldValue(group, known))),
    ...(Object.keys(types).length === 0 ? {} : { encoding: types }),
  };
}

function fieldValue([key, rows]: [string, KeyValue[]], known: JsonObject): [string, unknown] {
  const schema = objectOf(Object.hasOwn(known, key) ? known[key] : undefined);
  const items = objectOf(schema.items);
  const values = rows.map(({ value }) => typed(value, rows.length > 1 || schema.type === 'array' ? items : schema));
  return [key, rows.length > 1 ? values : values[0]];
}
