import type { KeyValue } from '@touchstone/engine-http/core';
import { descriptionText } from '../documentation.ts';
import { isObject, type JsonObject, objectOf, textOf } from '../json-values.ts';
import type { ProblemList } from '../problems.ts';
import type { References } from './references.ts';
import type { Samples } from './schemas/samples.ts';

export interface ParameterRows {
  path: KeyValue[];
  query: KeyValue[];
  headers: KeyValue[];
}

interface Tools {
  references: References;
  samples: Samples;
  problems: ProblemList;
}

/** OpenAPI 3 §4.8.12.2: these headers are described elsewhere in the document, not by parameters. */
const ignoredHeaders = new Set(['accept', 'authorization', 'content-type']);
const separators: Record<string, string> = { spaceDelimited: ' ', pipeDelimited: '|', tabDelimited: '\t' };

/**
 * parameterRows fills in every required parameter and every other one with an example; the rest is listed but not sent.
 */
export function parameterRows(parameters: JsonObject[], place: string, tools: Tools): ParameterRows {
  const rows: ParameterRows = { path: [], query: [], headers: [] };
  const cookies: string[] = [];
  const unsent: string[] = [];
  for (const parameter of parameters) {
    const name = textOf(parameter.name);
    if (!name) {
      tools.problems.add(`${place}, parameters`, 'A parameter without a name was left out.');
      continue;
    }
    const { value, isWritten } = parameterValue(parameter, `${place}, parameter ${name}`, tools);
    // The product's own exports mark disabled rows this way.
    const enabled = (parameter.required === true || isWritten) && parameter['x-disabled'] !== true;
    const description = descriptionText(parameter.description);
    const described = description === undefined ? {} : { description };
    const off = enabled ? {} : { enabled };
    switch (parameter.in) {
      case 'path':
        rows.path.push({ key: name, value: pathText(value, parameter.explode === true), ...described });
        break;
      case 'query':
        rows.query.push(...queryRows(name, value, parameter).map((row) => ({ ...row, ...off, ...described })));
        break;
      case 'header':
        if (!ignoredHeaders.has(name.toLowerCase()))
          rows.headers.push({
            key: name,
            value: simpleText(value, parameter.explode === true).replace(/[\r\n]+/g, ' '),
            ...off,
            ...described,
          });
        break;
      case 'cookie':
        (enabled ? cookies : unsent).push(`${name}=${encodeURIComponent(simpleText(value))}`);
        break;
      default:
        tools.problems.add(
          `${place}, parameter ${name}`,
          `A parameter stands in path, query, header or cookie, not in ${JSON.stringify(parameter.in ?? null)}; it was left out.`,
        );
    }
  }
  if (cookies.length > 0) rows.headers.push({ key: 'Cookie', value: cookies.join('; ') });
  if (unsent.length > 0) rows.headers.push({ key: 'Cookie', value: unsent.join('; '), enabled: false });
  return rows;
}

function parameterValue(parameter: JsonObject, place: string, { samples, references }: Tools) {
  const media = Object.values(objectOf(parameter.content)).find(isObject);
  const written = samples.written(parameter, place) ?? (media && samples.written(media, place));
  if (written !== undefined) return { value: media ? asText(written) : written, isWritten: true };
  const schema = media?.schema ?? parameter.schema;
  const resolved = references.resolve(schema, place);
  const isWritten = resolved !== undefined && hasWrittenValue(resolved);
  const value = samples.ofSchema(schema, place);
  return { value: media ? asText(value) : value, isWritten };
}

/**
 * A default is what the server assumes when nothing is sent, so only an example makes an optional parameter worth
 * sending.
 */
const hasWrittenValue = (schema: JsonObject): boolean =>
  schema.example !== undefined ||
  schema['x-example'] !== undefined ||
  (Array.isArray(schema.examples) && schema.examples.length > 0);

/** queryRows serializes a value according to its style and `explode`. */
export function queryRows(name: string, value: unknown, parameter: JsonObject): KeyValue[] {
  const style = typeof parameter.style === 'string' ? parameter.style : 'form';
  const explode = typeof parameter.explode === 'boolean' ? parameter.explode : style === 'form';
  if (Array.isArray(value)) {
    if (explode) return value.map((item) => ({ key: name, value: asText(item) }));
    return [{ key: name, value: value.map(asText).join(separators[style] ?? ',') }];
  }
  if (!isObject(value)) return [{ key: name, value: asText(value) }];
  const entries = Object.entries(value);
  if (style === 'deepObject') return entries.map(([key, item]) => ({ key: `${name}[${key}]`, value: asText(item) }));
  if (explode) return entries.map(([key, item]) => ({ key, value: asText(item) }));
  return [{ key: name, value: simpleText(value) }];
}

/** A path parameter is never empty, which would change the address. */
const pathText = (value: unknown, explode: boolean): string => simpleText(value, explode) || '1';

function simpleText(value: unknown, explode = false): string {
  if (Array.isArray(value)) return value.map(asText).join(',');
  if (isObject(value))
    return Object.entries(value)
      .flatMap(([key, item]) => (explode ? [`${key}=${asText(item)}`] : [key, asText(item)]))
      .join(',');
  return asText(value);
}

/** asText serializes a value for a form or an address. */
export function asText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
