import type { HttpStep, KeyValue } from '@touchstone/engine-http/core';
import type { SavedExample } from '../documentation.ts';
import type { ExportSource } from './export-source.ts';
import { type PlainRequest, plainRequest } from './plain-request.ts';

/** exportHar writes the requests as an HTTP archive (HAR 1.2), each with its first saved example as the response. */
export function exportHar({ steps }: ExportSource): string {
  const groups = [...new Set(steps.map(({ group }) => group))].filter((group) => group !== '');
  const started = '1970-01-01T00:00:00.000Z';
  const log = {
    version: '1.2',
    creator: { name: 'Touchstone', version: '0.1.0' },
    pages: groups.map((title, index) => ({
      startedDateTime: started,
      id: `page_${index + 1}`,
      title,
      pageTimings: { onContentLoad: -1, onLoad: -1 },
    })),
    entries: steps.map((step) => {
      const page = groups.indexOf(step.group);
      return {
        ...(page === -1 ? {} : { pageref: `page_${page + 1}` }),
        startedDateTime: started,
        time: 0,
        request: harRequest(step),
        response: responseOf(step.examples?.find((example) => example.request === undefined)),
        cache: {},
        timings: { send: -1, wait: -1, receive: -1 },
        comment: step.name,
      };
    }),
  };
  return JSON.stringify({ log }, null, 2);
}

const emptyResponse = {
  status: 0,
  statusText: '',
  httpVersion: 'HTTP/1.1',
  cookies: [],
  headers: [],
  content: { size: 0, mimeType: '' },
  redirectURL: '',
  headersSize: -1,
  bodySize: -1,
};

function responseOf(example: SavedExample | undefined) {
  if (example === undefined || example.status === 0) return emptyResponse;
  const { name, status, statusText = '', headers, body } = example;
  const headerOf = (wanted: string) => headers.find(({ key }) => key.toLowerCase() === wanted)?.value ?? '';
  const size = new TextEncoder().encode(body).length;
  return {
    ...emptyResponse,
    status,
    statusText,
    headers: headers.filter(({ enabled }) => enabled !== false).map(named),
    content: { size, mimeType: headerOf('content-type'), text: body },
    redirectURL: headerOf('location'),
    ...(name === [status, statusText].join(' ').trim() ? {} : { comment: name }),
  };
}

function harRequest(step: HttpStep) {
  const request = plainRequest(step);
  const postData = postDataOf(step, request);
  return {
    method: request.method,
    url: request.url,
    httpVersion: 'HTTP/1.1',
    cookies: request.headers
      .filter(({ key }) => key.toLowerCase() === 'cookie')
      .flatMap(({ value }) => cookiesOf(value)),
    headers: request.headers.map(named),
    queryString: queryOf(request.url),
    ...(postData === undefined ? {} : { postData }),
    headersSize: -1,
    bodySize: -1,
  };
}

const named = ({ key, value }: KeyValue) => ({ name: key, value });

const pairOf = (text: string) => {
  const equals = text.indexOf('=');
  return equals === -1 ? { name: text, value: '' } : { name: text.slice(0, equals), value: text.slice(equals + 1) };
};

const cookiesOf = (header: string) =>
  header
    .split(';')
    .map((cookie) => pairOf(cookie.trim()))
    .filter(({ name }) => name !== '');

const queryOf = (url: string) =>
  (url.split('?').slice(1).join('?') || undefined)?.split('&').map((pair) => {
    const { name, value } = pairOf(pair);
    return { name: decoded(name), value: decoded(value) };
  }) ?? [];

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

function postDataOf(step: HttpStep, { body, headers }: PlainRequest) {
  const mimeType = headers.find(({ key }) => key.toLowerCase() === 'content-type')?.value ?? '';
  switch (body.kind) {
    case 'none':
      return undefined;
    case 'file':
      return { mimeType, text: '' };
    case 'form':
      return {
        mimeType: mimeType || 'multipart/form-data',
        params: body.fields.map(({ key, value, kind, fileName, contentType }) => ({
          name: key,
          ...(kind === 'file' ? { fileName: fileName || 'file' } : { value }),
          ...(contentType === undefined ? {} : { contentType }),
        })),
      };
    case 'text': {
      const params = step.body.type === 'urlencoded' ? { params: queryOf(`?${body.text}`) } : {};
      return { mimeType, text: body.text, ...params };
    }
  }
}
