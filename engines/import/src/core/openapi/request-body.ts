import type { FormField, HttpBody, KeyValue } from '@touchstone/engine-http/core';
import { descriptionText } from '../documentation.ts';
import { isObject, type JsonObject, listOf, objectOf } from '../json-values.ts';
import type { ProblemList } from '../problems.ts';
import { asText, queryRows } from './parameters.ts';
import type { References } from './references.ts';
import type { Samples } from './schemas/samples.ts';

interface Tools {
  references: References;
  samples: Samples;
  problems: ProblemList;
}

export interface ImportedBody {
  body: HttpBody;
  /** Header to add if the engine's default would differ. */
  contentType: string | undefined;
}

const noBody: ImportedBody = { body: { type: 'none' }, contentType: undefined };

export const isJsonType = (type: string): boolean =>
  /^(application|text)\/([\w.-]+\+)?json\b/i.test(type) || type === '*/*';
const isXmlType = (type: string): boolean => /^(application|text)\/([\w.-]+\+)?xml\b/i.test(type);
/** Preferred media types, in order. */
const preferences = [
  (type: string) => /^application\/json\b/i.test(type),
  isJsonType,
  (type: string) => /^application\/x-www-form-urlencoded\b/i.test(type),
  (type: string) => /^multipart\/form-data\b/i.test(type),
  isXmlType,
  (type: string) => /^text\//i.test(type),
];

/** requestBodyOf makes a sample body for an operation. */
export function requestBodyOf(requestBody: unknown, place: string, tools: Tools): ImportedBody {
  if (requestBody === undefined) return noBody;
  const where = `${place}, request body`;
  const content = objectOf(tools.references.resolve(requestBody, where)?.content);
  const types = Object.keys(content);
  if (types.length === 0) return noBody;
  const type = preferences.map((isPreferred) => types.find(isPreferred)).find(Boolean) ?? types[0] ?? '';
  const media = objectOf(content[type]);
  if (isJsonType(type)) return jsonBody(type, media, where, tools);
  if (isXmlType(type)) return xmlBody(type, media, where, tools);
  if (/^application\/x-www-form-urlencoded/i.test(type)) return urlencodedBody(media, where, tools);
  if (/^multipart\//i.test(type)) return formBody(media, where, tools);
  if (/^text\//i.test(type)) return textBody(type, media, where, tools);
  tools.problems.add(where, `A body of type ${type} cannot be made up. Choose a file or write a text.`);
  return noBody;
}

const sampleOf = (media: JsonObject, where: string, { samples }: Tools): unknown => samples.ofBody(media, where);

function jsonBody(type: string, media: JsonObject, where: string, tools: Tools): ImportedBody {
  const value = sampleOf(media, where, tools);
  // A YAML example is often the JSON document as a string.
  const content = typeof value === 'string' && isJsonText(value) ? value : JSON.stringify(value ?? {}, null, 2);
  const isDefault = type === '*/*' || /^application\/json$/i.test(type);
  return { body: { type: 'json', content }, contentType: isDefault ? undefined : type };
}

/**
 * isJsonText returns whether a string is the text of an object or a list, complete or with variables, rather than a
 * string value.
 */
export function isJsonText(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  if (/\{\{[^{}]+\}\}/.test(text)) return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function xmlBody(type: string, media: JsonObject, where: string, tools: Tools): ImportedBody {
  const written = tools.samples.written(media, where);
  const content = typeof written === 'string' ? written : (tools.samples.xmlOfSchema(media.schema, where) ?? '');
  return { body: { type: 'xml', content }, contentType: /^application\/xml$/i.test(type) ? undefined : type };
}

function textBody(type: string, media: JsonObject, where: string, tools: Tools): ImportedBody {
  const content = asText(sampleOf(media, where, tools));
  return { body: { type: 'text', content }, contentType: /^text\/plain$/i.test(type) ? undefined : type };
}

/** Optional fields are listed and also sent, because the sample covers the whole object. */
function fieldsOf(media: JsonObject, where: string, tools: Tools): KeyValue[] {
  const encodings = objectOf(media.encoding);
  const written = tools.samples.written(media, where);
  const sample = objectOf(tools.samples.ofBody(media, where));
  const properties = objectOf(tools.references.resolve(media.schema, where)?.properties);
  // Fields missing from a written example are listed but not sent.
  const rest = written === undefined ? [] : Object.keys(properties).filter((key) => !Object.hasOwn(sample, key));
  const unsent = rest.flatMap((key) => {
    const value = tools.samples.ofSchema(properties[key], where);
    return Array.isArray(value) && !value.some(isObject) ? value.map((item) => [key, item]) : [[key, value]];
  });
  const descriptionOf = (key: string) => {
    const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
    const description = descriptionText(tools.references.resolve(property, where)?.description);
    return description === undefined ? {} : { description };
  };
  const sent = Object.entries(sample).flatMap(([key, value]) =>
    fieldRows(key, value, encodings).map((row) => ({ ...row, ...descriptionOf(row.key) })),
  );
  return [
    ...sent,
    ...unsent.map(([key, value]) => ({
      key: String(key),
      value: asText(value),
      enabled: false,
      ...descriptionOf(String(key)),
    })),
  ];
}

function fieldRows(key: string, value: unknown, encodings: JsonObject): KeyValue[] {
  const encoding = objectOf(Object.hasOwn(encodings, key) ? encodings[key] : undefined);
  // Without an explicit style a nested value is JSON, which nearly every server accepts.
  const isStyled = encoding.style !== undefined || encoding.explode !== undefined;
  if (Array.isArray(value) ? !value.some(isObject) : isStyled && isObject(value))
    return queryRows(key, value, encoding);
  return [{ key, value: asText(value) }];
}

function urlencodedBody(media: JsonObject, where: string, tools: Tools): ImportedBody {
  return { body: { type: 'urlencoded', fields: fieldsOf(media, where, tools) }, contentType: undefined };
}

function formBody(media: JsonObject, where: string, tools: Tools): ImportedBody {
  const schema = tools.references.resolve(media.schema, where);
  const properties = objectOf(schema?.properties);
  const files = new Set(Object.keys(properties).filter((name) => isFile(properties[name], where, tools)));
  const texts: FormField[] = fieldsOf(media, where, tools)
    .filter(({ key }) => !files.has(key))
    .map((field) => ({ ...field, kind: 'text', ...contentTypeOf(media, field.key) }));
  const uploads = [...files].map((key): FormField => {
    tools.problems.add(where, `The field ${key} sends a file. Choose one and switch the field on.`);
    return { key, value: '', kind: 'file', enabled: false };
  });
  notePartHeaders(media, where, tools);
  return { body: { type: 'form', fields: [...texts, ...uploads] }, contentType: undefined };
}

function notePartHeaders(media: JsonObject, where: string, { problems }: Tools): void {
  for (const [part, encoding] of Object.entries(objectOf(media.encoding))) {
    // The type of a part has a member of its own.
    const names = Object.keys(objectOf(objectOf(encoding).headers)).filter((name) => !/^content-type$/i.test(name));
    if (names.length > 0)
      problems.add(
        where,
        `The part ${part} has the headers ${names.join(', ')}, which parts cannot have. They were left out.`,
      );
  }
}

/** A part states its type only if the document does, and names a single type. */
function contentTypeOf(media: JsonObject, name: string): { contentType?: string } {
  const encodings = objectOf(media.encoding);
  const { contentType } = objectOf(Object.hasOwn(encodings, name) ? encodings[name] : undefined);
  return typeof contentType === 'string' && /^[\w.+-]+\/[\w.+-]+$/.test(contentType) ? { contentType } : {};
}

function isFile(property: unknown, where: string, { references }: Tools): boolean {
  const schema = references.resolve(property, where);
  const item = schema?.type === 'array' ? references.resolve(schema.items, where) : schema;
  if (item === undefined) return false;
  return (
    item.format === 'binary' || (listOf(item.type).length === 0 && item.contentMediaType === 'application/octet-stream')
  );
}
