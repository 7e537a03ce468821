import type { FormField, HttpBody, KeyValue } from '@touchstone/engine-http/core';
import { rowsOf } from '../client-parts.ts';
import { readJsonObjects } from '../document/read-json.ts';
import { scalarText } from '../document/scalar-text.ts';
import { type SavedExample, savedExample } from '../documentation.ts';
import type { ImportedCollection, ImportedStep } from '../imported-collection.ts';
import { isObject, type JsonObject, listOf, objectOf, textOf } from '../json-values.ts';
import { type CollectionDraft, findHeader, folderPath, importSafely, newStep, row } from '../step-parts.ts';
import { encodedQuery, splitQuery } from '../url-rows.ts';
import { bodyOfText, dropImpliedType, isFormType, isMultipart } from '../written-body.ts';

/** HarOptions select which parts of a recording are dropped. */
export interface HarOptions {
  /** Whether repetitions of an earlier request are left out; default false. */
  withoutRepetitions?: boolean;
  /** Whether headers that only browsers add are left out; default false. */
  withoutBrowserHeaders?: boolean;
}

/** Headers that the connection or the engine generates for each request. */
const transportHeaders = new Set([
  'host',
  'content-length',
  'connection',
  'transfer-encoding',
  'proxy-connection',
  'keep-alive',
  'te',
  'upgrade',
]);
const browserHeaders =
  /^(?:sec-.*|accept|accept-language|accept-encoding|user-agent|referer|origin|dnt|pragma|cache-control|priority|upgrade-insecure-requests|if-none-match|if-modified-since|x-client-data)$/i;

/**
 * importHar makes a request from every entry of an HTTP archive (HAR 1.1 and 1.2), grouped by page. It never throws.
 */
export function importHar(text: string, options: HarOptions = {}): ImportedCollection {
  return importSafely('Imported recording', (draft) => {
    for (const document of readJsonObjects(text, draft.problems)) readLog(logOf(document), options, draft);
  });
}

/** Some tools write only a single entry or request. */
function logOf(document: JsonObject): JsonObject {
  if (isObject(document.log)) return document.log;
  if (isObject(document.request)) return { entries: [document] };
  return document.entries === undefined && document.url !== undefined ? { entries: [{ request: document }] } : document;
}

function readLog(log: JsonObject, options: HarOptions, draft: CollectionDraft): void {
  if (!Array.isArray(log.entries)) {
    draft.problems.add('log', 'The document is no HTTP archive: it has no "log.entries".');
    return;
  }
  const pages = new Map(
    listOf(log.pages)
      .filter(isObject)
      .map((page) => [scalarText(page.id), scalarText(page.title)]),
  );
  const [first] = pages.values();
  if (first && pages.size === 1) draft.title = first;
  const seen = new Map<string, ImportedStep>();
  const bodies = new ResponseBodies();
  for (const [index, entry] of log.entries.entries()) {
    const step = stepOf(objectOf(entry), `entry ${index + 1}`, options, draft);
    if (step === undefined) continue;
    step.group = folderPath([...(pages.get(scalarText(objectOf(entry).pageref)) ?? '').split(' / ')]);
    const { id, ...sent } = step;
    const key = JSON.stringify(sent);
    const known = options.withoutRepetitions ? seen.get(key) : undefined;
    if (known === undefined) draft.addStep(step);
    seen.set(key, known ?? step);
    const example = exampleOf(objectOf(objectOf(entry).response), bodies);
    if (example !== undefined) addExample(known ?? step, example);
  }
  bodies.noteLost(draft);
}

const examplesLimit = 100;

/** Keeps each distinct response of a repeated request once. */
function addExample(step: ImportedStep, example: SavedExample): void {
  const { examples = [] } = step;
  const text = JSON.stringify(example);
  if (examples.length < examplesLimit && !examples.some((other) => JSON.stringify(other) === text))
    step.examples = [...examples, example];
}

/** A recorded response; undefined if there was none. */
function exampleOf(response: JsonObject, bodies: ResponseBodies): SavedExample | undefined {
  const { status, statusText } = response;
  if (!(Number(status) > 0)) return undefined;
  const name = [scalarText(status), scalarText(statusText)].join(' ').trim();
  return savedExample({
    name: textOf(response.comment) ?? name,
    status,
    statusText,
    headers: rowsOf(response.headers).filter(({ key }) => !key.startsWith(':')),
    body: bodies.read(objectOf(response.content)),
  });
}

const bodyLimit = 1_000_000;
const bodiesLimit = 20_000_000;

/** ResponseBodies limits the size of recorded bodies: whole scripts and images aren't useful examples. */
class ResponseBodies {
  #left = bodiesLimit;
  #binary = 0;
  #large = 0;

  read(content: JsonObject): string {
    const text = textOfContent(content);
    if (text === undefined) this.#binary += 1;
    else if (text.length <= Math.min(bodyLimit, this.#left)) {
      this.#left -= text.length;
      return text;
    } else this.#large += 1;
    return '';
  }

  noteLost({ problems }: CollectionDraft): void {
    const left = 'Their examples have no body.';
    if (this.#binary > 0) problems.add('responses', `Responses with a binary body: ${this.#binary}. ${left}`);
    if (this.#large > 0)
      problems.add('responses', `Response bodies above 1 MB each or 20 MB in all: ${this.#large}. ${left}`);
  }
}

function stepOf(
  entry: JsonObject,
  place: string,
  options: HarOptions,
  draft: CollectionDraft,
): ImportedStep | undefined {
  const request = objectOf(entry.request);
  const address = scalarText(request.url).trim();
  if (address === '') draft.problems.add(place, 'The entry has no request with an address.');
  else if (/^(?!https?:)[a-z][a-z0-9+.-]*:(?!\d)/i.test(address))
    draft.problems.add(place, `The address ${address.slice(0, 60)} is not of HTTP; the entry was left out.`);
  else {
    const headers = headersOf(request, address, options);
    const body = bodyOf(request.postData, headers, place, draft);
    dropImpliedType(headers, body);
    const { text, params } = objectOf(request.postData);
    // Browsers leave out files and large bodies.
    if (text === undefined && listOf(params).length === 0 && Number(request.bodySize) > 0)
      draft.problems.add(place, 'The recording has no content of the body. Enter it by hand.');
    const name = textOf(entry.comment) ?? textOf(request.comment);
    return newStep({
      ...(name === undefined ? {} : { name }),
      method: scalarText(request.method).trim() || 'GET',
      ...queryOf(address, request.queryString),
      headers,
      body,
    });
  }
  return undefined;
}

/** Some recorders keep the query only in its table. */
function queryOf(address: string, queryString: unknown): { url: string; queryParams: KeyValue[] } {
  const split = splitQuery(address);
  const rows = listOf(queryString)
    .filter(isObject)
    .map((entry) => row(scalarText(entry.name), scalarText(entry.value)));
  return address.includes('?') || encodedQuery(rows) === '' ? split : { url: split.url, queryParams: rows };
}

function headersOf(request: JsonObject, address: string, options: HarOptions): KeyValue[] {
  const host = /^https?:\/\/(?:[^/?#@]*@)?([^/?#]*)/i.exec(address)?.[1]?.toLowerCase();
  const headers: KeyValue[] = [];
  for (const entry of listOf(request.headers).filter(isObject)) {
    const name = scalarText(entry.name).trim();
    const value = scalarText(entry.value);
    const lower = name.toLowerCase();
    if (name === '' || name.startsWith(':')) continue;
    if (transportHeaders.has(lower) && !(lower === 'host' && value.toLowerCase() !== host)) continue;
    if (options.withoutBrowserHeaders && browserHeaders.test(name)) continue;
    headers.push(row(name, value));
  }
  const cookies = listOf(request.cookies).filter(isObject);
  if (cookies.length > 0 && findHeader(headers, 'Cookie') === undefined)
    headers.push(
      row('Cookie', cookies.map(({ name, value }) => `${scalarText(name)}=${scalarText(value)}`).join('; ')),
    );
  return headers;
}

function bodyOf(postData: unknown, headers: KeyValue[], place: string, draft: CollectionDraft): HttpBody {
  if (!isObject(postData)) return { type: 'none' };
  const mimeType = scalarText(postData.mimeType).trim();
  const params = listOf(postData.params).filter(isObject);
  const text = textOfBody(postData, place, draft);
  const type = findHeader(headers, 'Content-Type')?.value ?? mimeType;
  if (isMultipart(type) && params.length > 0) {
    const written = findHeader(headers, 'Content-Type');
    if (written !== undefined) headers.splice(headers.indexOf(written), 1);
    return noteFiles({ type: 'form', fields: params.map(fieldOf) }, place, draft);
  }
  if (text === '' && params.length > 0)
    return { type: 'urlencoded', fields: params.map((entry) => row(scalarText(entry.name), scalarText(entry.value))) };
  if (text === '' && (mimeType === '' || isFormType(type) || isMultipart(type))) return { type: 'none' };
  if (text === '') return postData.text === undefined ? { type: 'none' } : bodyOfText('', mimeType, headers);
  return noteFiles(bodyOfText(text, mimeType, headers), place, draft);
}

function noteFiles(body: HttpBody, place: string, draft: CollectionDraft): HttpBody {
  if (body.type === 'form')
    for (const { key, kind } of body.fields)
      if (kind === 'file') draft.problems.add(place, `The form field ${key} sends a file. Choose it again.`);
  return body;
}

function fieldOf(entry: JsonObject): FormField {
  const fileName = scalarText(entry.fileName);
  const contentType = scalarText(entry.contentType);
  const typed = contentType === '' ? {} : { contentType };
  const key = scalarText(entry.name);
  if (fileName !== '') return { key, value: '', kind: 'file', fileName, ...typed };
  return { key, value: scalarText(entry.value), kind: 'text', ...typed };
}

function textOfBody(postData: JsonObject, place: string, draft: CollectionDraft): string {
  const text = textOfContent(postData);
  if (text === undefined) draft.problems.add(place, 'The body is binary. Choose it as a file.');
  return text ?? '';
}

/** Undefined for binary content. */
function textOfContent({ text: source, encoding }: JsonObject): string | undefined {
  const text = scalarText(source);
  if (encoding !== 'base64') return text;
  try {
    const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
