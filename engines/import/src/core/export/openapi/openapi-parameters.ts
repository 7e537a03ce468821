import { sampleFromSchema } from '@touchstone/engine-data/core';
import type { KeyValue } from '@touchstone/engine-http/core';
import type { DocumentedParameter } from '../../documentation.ts';
import type { ImportedStep } from '../../imported-collection.ts';
import { isObject, type JsonObject } from '../../json-values.ts';
import { asText } from '../../openapi/parameters.ts';
import { findHeader } from '../../step-parts.ts';
import type { SchemaComponents } from './openapi-schemas.ts';
import { isCredentialCookie, isCredentialRow } from './openapi-security.ts';

/** Headers that OpenAPI describes elsewhere. */
const describedElsewhere = new Set(['accept', 'authorization', 'content-type', 'content-length', 'host', 'cookie']);

type Place = DocumentedParameter['in'];

/** parametersOf describes path, query, headers and cookies with their values as examples. */
export function parametersOf(
  step: ImportedStep,
  path: readonly KeyValue[],
  components: SchemaComponents,
): JsonObject[] {
  const rows: [Place, KeyValue][] = [
    ...path.map((row) => ['path', row] as [Place, KeyValue]),
    ...[...ownQuery(step.url), ...step.queryParams.filter((row) => !isCredentialRow(row, 'query', step))].map(
      (row) => ['query', row] as [Place, KeyValue],
    ),
    ...step.headers
      .filter(({ key }) => !describedElsewhere.has(key.trim().toLowerCase()))
      .filter((row) => !isCredentialRow(row, 'header', step))
      .map((row) => ['header', { ...row, key: row.key.trim() }] as [Place, KeyValue]),
    ...cookiesOf(step).map((row) => ['cookie', row] as [Place, KeyValue]),
  ];
  const groups = Map.groupBy(
    rows.filter(([, { key }]) => key !== ''),
    ([where, { key }]) => `${where}\0${key}`,
  );
  return [...groups.values()].map((group) => parameter(group, step.documentation?.parameters ?? [], components));
}

/** A parameter is listed once per operation; repeated values become a list. */
function parameter(
  group: [Place, KeyValue][],
  documented: readonly DocumentedParameter[],
  components: SchemaComponents,
): JsonObject {
  const [where, first] = group[0] ?? (['query', { key: '', value: '' }] as [Place, KeyValue]);
  const known = documented.find((entry) => entry.in === where && entry.name === first.key);
  const isList = group.length > 1 && where === 'query';
  const plain = isList ? { type: 'array', items: { type: 'string' } } : { type: 'string' };
  const schema = (known?.schema ?? plain) as JsonObject;
  const sent = group.map(([, row]) => row).filter(({ enabled }) => enabled !== false);
  const isSent = sent.length > 0;
  const values = (isSent ? sent : group.map(([, row]) => row)).map(({ value }) => value);
  const isRequired = where === 'path' || known?.isRequired === true;
  const isMadeUp = !isSent && values.length === 1 && values[0] === sampleText(schema);
  return {
    name: first.key,
    in: where,
    ...(first.description === undefined ? {} : { description: first.description }),
    ...(isRequired ? { required: true } : {}),
    ...(known?.isDeprecated ? { deprecated: true } : {}),
    schema: components.add(schema),
    ...(known?.style === undefined ? {} : { style: known.style }),
    ...(known?.explode === undefined ? {} : { explode: known.explode }),
    ...(isMadeUp ? {} : { example: exampleOf(values, schema, isList) }),
    ...(isSent || (isMadeUp && !isRequired) ? {} : { 'x-disabled': true }),
  };
}

function exampleOf(values: readonly string[], schema: JsonObject, isList: boolean): unknown {
  if (!isList && schema.type !== 'array') return typed(values[0] ?? '', schema);
  const items = isObject(schema.items) ? schema.items : {};
  // A list in one row is written as sent.
  if (!isList && values[0]?.includes(',')) return values[0];
  return values.map((value) => typed(value, items));
}

/** The value in the schema's type, if it is sent as the same text. */
export function typed(value: string, { type }: JsonObject): unknown {
  if (!(type === 'integer' || type === 'number' || type === 'boolean')) return value;
  try {
    const read: unknown = JSON.parse(value);
    return String(read) === value && typeof read === (type === 'boolean' ? 'boolean' : 'number') ? read : value;
  } catch {
    return value;
  }
}

/** The value that an import generates for a schema without an example. */
export const sampleText = (schema: JsonObject): string => asText(sampleFromSchema(schema).value);

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

const pairOf = (pair: string): KeyValue => {
  const equals = pair.indexOf('=');
  return equals === -1
    ? { key: decoded(pair), value: '' }
    : { key: decoded(pair.slice(0, equals)), value: decoded(pair.slice(equals + 1)) };
};

function ownQuery(url: string): KeyValue[] {
  const query = url.replace(/#.*$/s, '').split('?').slice(1).join('?');
  return query === '' ? [] : query.split('&').map(pairOf);
}

function cookiesOf(step: ImportedStep): KeyValue[] {
  const off = step.headers.filter(({ key, enabled }) => enabled === false && key.trim().toLowerCase() === 'cookie');
  const sent = step.headers.filter(({ key, enabled }) => enabled !== false && key.trim().toLowerCase() === 'cookie');
  const rows = [...sent, ...off].flatMap(({ value, enabled }) =>
    value
      .split(';')
      .filter((cookie) => cookie.includes('='))
      .map((cookie) => ({ ...pairOf(cookie.trim()), ...(enabled === false ? { enabled } : {}) })),
  );
  return rows.filter((row) => !isCredentialCookie(row, step));
}

/** acceptedType returns the media type that the request asks for, if any. */
export function acceptedType({ headers }: ImportedStep): string | undefined {
  const value = findHeader(headers, 'Accept')?.value.trim() ?? '';
  return /^[\w.+-]+\/[\w.+*-]+$/.test(value) ? value : undefined;
}
