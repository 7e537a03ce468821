import type { FormField, HttpBody, KeyValue } from '@touchstone/engine-http/core';
import { scalarText } from '../document/scalar-text.ts';
import { descriptionText } from '../documentation.ts';
import { isObject, type JsonObject, listOf, objectOf } from '../json-values.ts';
import { fileParts } from '../named-files.ts';
import type { ProblemList } from '../problems.ts';
import { findHeader, type PartDraft, row } from '../step-parts.ts';
import { bodyOfText } from '../written-body.ts';

const none: HttpBody = { type: 'none' };

const languageTypes: Record<string, string> = {
  json: 'application/json',
  xml: 'application/xml',
  html: 'text/html',
  javascript: 'application/javascript',
};

/** readBody reads the body of the formats 2.0 and 2.1; a content type that Postman would send is added to `headers`. */
export function readBody(body: unknown, headers: KeyValue[], place: string, draft: PartDraft): HttpBody {
  const { problems } = draft;
  if (typeof body === 'string') return rawBody(body, undefined, headers);
  if (!isObject(body)) return none;
  const where = `${place}, body`;
  if (body.disabled === true) {
    if (modeOf(body) !== '') problems.add(where, 'The body is switched off and was left out.');
    return none;
  }
  const options = objectOf(body.options);
  switch (modeOf(body)) {
    case 'raw':
      return rawBody(scalarText(body.raw), scalarText(objectOf(options.raw).language), headers);
    case 'urlencoded':
      return { type: 'urlencoded', fields: keyValues(body.urlencoded, where, problems) };
    case 'formdata':
      return formBody(body.formdata, headers, where, draft);
    case 'graphql':
      return graphqlBody(body.graphql);
    case 'file':
    case 'binary':
      return fileBody(body.file, headers, where, draft);
    case '':
      return none;
    default:
      problems.add(where, `The body mode ${scalarText(body.mode)} is not known; the body was left out.`);
      return none;
  }
}

/** Hand-written collections often omit the mode. */
function modeOf(body: JsonObject): string {
  if (typeof body.mode === 'string') return body.mode.toLowerCase();
  return ['raw', 'urlencoded', 'formdata', 'graphql', 'file'].find((mode) => body[mode] !== undefined) ?? '';
}

export function rawBody(text: string, language: string | undefined, headers: KeyValue[]): HttpBody {
  if (text === '') return none;
  return bodyOfText(text, languageTypes[language ?? ''], headers);
}

/** keyValues reads rows of `{ key, value, disabled }`, `key: value` text, or an object of names and values. */
export function keyValues(source: unknown, place: string, problems: ProblemList): KeyValue[] {
  if (typeof source === 'string') return headerLines(source);
  if (isObject(source)) return Object.entries(source).map(([key, value]) => row(key, scalarText(value)));
  return listOf(source).flatMap((entry): KeyValue[] => {
    if (typeof entry === 'string') return headerLines(entry);
    if (!isObject(entry)) {
      if (entry !== null) problems.add(place, 'A row that is no object was left out.');
      return [];
    }
    const key = scalarText(entry.key ?? entry.name);
    const value = scalarText(entry.value);
    return key === '' && value === '' ? [] : [row(key, value, isEnabled(entry), descriptionText(entry.description))];
  });
}

const isEnabled = ({ disabled, enabled }: JsonObject): boolean => disabled !== true && enabled !== false;

/** headerLines parses the headers of format 1; a line that starts with `//` is disabled. */
export function headerLines(text: string): KeyValue[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const written = line.replace(/^\s*\/\//, '');
    const colon = written.indexOf(':');
    if (colon <= 0) return [];
    return [row(written.slice(0, colon).trim(), written.slice(colon + 1).trim(), written === line)];
  });
}

export function formBody(source: unknown, headers: KeyValue[], place: string, draft: PartDraft): HttpBody {
  const { problems, files } = draft;
  dropMultipartType(headers);
  if (!Array.isArray(source))
    return { type: 'form', fields: keyValues(source, place, problems).map((field) => ({ ...field, kind: 'text' })) };
  const fields = source.filter(isObject).flatMap((entry): FormField[] => {
    const key = scalarText(entry.key);
    const contentType = scalarText(entry.contentType);
    const shared = {
      ...row(key, '', isEnabled(entry), descriptionText(entry.description)),
      ...(contentType === '' ? {} : { contentType }),
    };
    if (entry.type !== 'file') {
      const value = scalarText(entry.value);
      return key === '' && value === '' ? [] : [{ ...shared, value, kind: 'text' }];
    }
    const sources = (Array.isArray(entry.src) ? entry.src : [entry.src ?? '']).map(scalarText);
    if (isEnabled(entry) && (files === undefined || sources.includes('')))
      problems.add(place, `The field ${key} sends a file. Choose it again.`);
    const named = scalarText(entry.fileName);
    return sources.map((path) => ({
      ...shared,
      kind: 'file',
      ...fileParts(path, files),
      ...(named === '' ? {} : { fileName: named }),
    }));
  });
  return { type: 'form', fields };
}

/** Removes the type, because the engine generates the boundary. */
function dropMultipartType(headers: KeyValue[]): void {
  const written = findHeader(headers, 'Content-Type');
  if (written !== undefined && /^multipart\/form-data\s*(;|$)/i.test(written.value))
    headers.splice(headers.indexOf(written), 1);
}

export function graphqlBody(source: unknown): HttpBody {
  const graphql = typeof source === 'string' ? { query: source } : objectOf(source);
  const query = scalarText(graphql.query);
  const variables = scalarText(graphql.variables);
  const operationName = scalarText(graphql.operationName);
  if (query === '' && variables.trim() === '') return none;
  return { type: 'graphql', query, variables, ...(operationName === '' ? {} : { operationName }) };
}

function fileBody(source: unknown, headers: KeyValue[], place: string, { problems, files }: PartDraft): HttpBody {
  const file = typeof source === 'string' ? { src: source } : objectOf(source);
  if (typeof file.content === 'string') return rawBody(file.content, undefined, headers);
  const path = scalarText(file.src);
  const { fileId = '', fileName = '' } = fileParts(path, files);
  if (fileId === '') problems.add(place, `The body is a file${path === '' ? '' : ` (${fileName})`}. Choose it again.`);
  return { type: 'binary', fileId };
}
