import {
  type ImportedCollection,
  type ImportedStep,
  importCurl,
  importPostman,
  importWsdl,
} from '@touchstone/engine-import/core';
import { refusesViolations } from '../engine/settings.ts';
import { RequestView } from '../request/request-view.ts';
import { type ImportedMock, type NamedDocuments, problemsOf, stableId } from './imported-mock.ts';
import { type RecordedExchange, stubsOfRecording } from './recording/recording.ts';
import { servedWsdl } from './served-wsdl.ts';

/**
 * importPostmanMock makes a stub from every saved example of a Postman collection; `x-mock-response-name` and
 * `x-mock-response-code` choose between the examples of a request.
 */
export function importPostmanMock(text: string): ImportedMock {
  const collection = importPostman(text);
  const problems = problemsOf(collection.problems);
  const stubs = collection.steps.flatMap((step) => {
    const { examples = [] } = step;
    if (examples.length === 0)
      problems.push({
        path: step.name,
        message: 'The request has no saved example; it answers with status 200 and no body.',
      });
    const used = examples.length > 0 ? examples : [{ name: '', status: 200, headers: [], body: '' }];
    return used.flatMap((example, index) => exampleStubs(step, example, index)).toReversed();
  });
  return { title: collection.title, stubs, resources: [], problems };
}

type Example = NonNullable<ImportedStep['examples']>[number];

function exampleStubs(step: ImportedStep, example: Example, index: number): Record<string, unknown>[] {
  const sent = example.request ?? step;
  const { path, query } = addressOf(sent.url);
  const given = sent.queryParams.filter(({ enabled }) => enabled !== false);
  const rows = [...query, ...given.map(({ key, value }) => [key, value] as const)];
  const queryParameters = Object.fromEntries(
    rows.filter(([, value]) => !value.includes('{{')).map(([key, value]) => [key, { equalTo: value }]),
  );
  const url = path.includes('{') ? { urlPathTemplate: path } : { urlPath: path };
  const response = {
    status: example.status || 200,
    headers: answerHeaders(example),
    body: example.body,
  };
  const stub = (label: string, priority: number, extra: Record<string, unknown>) => ({
    id: stableId('postman', step.group ?? '', step.name, example.name, String(index), label),
    name: example.name === '' ? step.name : `${step.name} · ${example.name}`,
    priority,
    request: { method: sent.method, ...url, ...extra },
    response,
  });
  const isOfQuery = Object.keys(queryParameters).length > 0;
  return [
    ...(index === 0 ? [stub('default', 5, {})] : []),
    ...(isOfQuery ? [stub('query', 4, { queryParameters })] : []),
    ...(example.name === ''
      ? []
      : [stub('name', 2, { headers: { 'x-mock-response-name': { equalTo: example.name } } })]),
    ...(example.status
      ? [stub('code', 3, { headers: { 'x-mock-response-code': { equalTo: String(example.status) } } })]
      : []),
  ];
}

const leftOut = /^(content-length|content-encoding|transfer-encoding|connection|date)$/i;

function answerHeaders({ headers }: Example): Record<string, string> {
  return Object.fromEntries(
    headers
      .filter(({ key, value }) => !leftOut.test(key) && !/[\r\n]/.test(value))
      .map(({ key, value }) => [key, value]),
  );
}

function addressOf(url: string) {
  const rest = url.replace(/^(?:[a-z]+:\/\/[^/?#]*|\{\{[^}]*\}\}(?=[/?#]|$))/i, '').replace(/#.*$/, '');
  const [before = '', search = ''] = rest.split('?');
  const path = before
    .split('/')
    .map((segment) => {
      if (segment.startsWith(':') || /^\{\{.*\}\}$/.test(segment)) return `{${segment.replace(/[:{}]/g, '')}}`;
      return /^\{[^{}]+\}$/.test(segment) ? segment : segment.replace(/\{\{([^}]*)\}\}/g, '*');
    })
    .join('/');
  const query = [...new URLSearchParams(search)].map(([key, value]) => [key, value] as const);
  return { path: path.startsWith('/') ? path : `/${path}`, query };
}

/**
 * importCurlMock makes a stub from every curl command: its method, address and query, answered with status 200 and no
 * body.
 */
export function importCurlMock(text: string): ImportedMock {
  const collection = importCurl(text);
  const stubs = collection.steps.map((step, index) => {
    const { path, query } = addressOf(step.url);
    const rows = [...query, ...step.queryParams.map(({ key, value }) => [key, value] as const)];
    const queryParameters = Object.fromEntries(
      rows.filter(([, value]) => !value.includes('{{')).map(([key, value]) => [key, { equalTo: value }]),
    );
    const url = path.includes('{') ? { urlPathTemplate: path } : { urlPath: path };
    return {
      id: stableId('curl', String(index), step.method, path),
      name: `${step.method} ${path}`,
      request: { method: step.method, ...url, ...(rows.length > 0 ? { queryParameters } : {}) },
      response: { status: 200 },
    };
  });
  return { title: 'curl', stubs, resources: [], problems: problemsOf(collection.problems) };
}

/** importHarMock makes stubs from a HAR recording: repeated requests are answered in the recorded order. */
export function importHarMock(text: string): ImportedMock {
  const problems: ImportedMock['problems'] = [];
  const exchanges: RecordedExchange[] = [];
  let entries: unknown;
  try {
    const document = JSON.parse(text) as { log?: { entries?: unknown }; entries?: unknown };
    entries = document.log?.entries ?? document.entries;
  } catch (error) {
    problems.push({ path: 'document', message: `The JSON cannot be read: ${(error as Error).message}.` });
  }
  for (const [index, entry] of (Array.isArray(entries) ? entries : []).entries())
    try {
      exchanges.push(exchangeOf(entry as HarEntry));
    } catch (error) {
      problems.push({
        path: `entries[${index}]`,
        message: `The entry could not be read: ${(error as Error).message}.`,
      });
    }
  if (exchanges.length === 0) problems.push({ path: 'log', message: 'The recording has no answers.' });
  const stubs = stubsOfRecording(exchanges, { masksSecrets: false }).map((stub, index) => ({
    ...stub,
    id: stableId('har', String(index), JSON.stringify(stub.request)),
  }));
  return { title: 'Recording', stubs, resources: [], problems };
}

interface HarEntry {
  request: {
    method: string;
    url: string;
    headers?: { name: string; value: string }[];
    postData?: { text?: string; mimeType?: string };
  };
  response: {
    status: number;
    headers?: { name: string; value: string }[];
    content?: { text?: string; encoding?: string; mimeType?: string };
  };
}

function exchangeOf({ request, response }: HarEntry): RecordedExchange {
  const url = new URL(request.url);
  if (!(response.status >= 100)) throw new Error('no answer came');
  const pairs = (headers: { name: string; value: string }[] = []) =>
    headers.filter(({ name }) => !name.startsWith(':')).map(({ name, value }): [string, string] => [name, value]);
  const { text = '', encoding } = response.content ?? {};
  return {
    request: new RequestView({
      method: request.method,
      url: `${url.pathname}${url.search}`,
      scheme: url.protocol.slice(0, -1),
      host: url.hostname,
      port: Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
      clientIp: '',
      protocol: 'HTTP/1.1',
      headers: pairs(request.headers),
      body: new TextEncoder().encode(request.postData?.text ?? ''),
    }),
    status: response.status,
    headers: pairs(response.headers),
    body:
      encoding === 'base64'
        ? Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
        : new TextEncoder().encode(text),
  };
}

/**
 * importWsdlMock makes a stub from every operation of a WSDL 1.1 description: it matches by action or element, and
 * answers with an envelope that is valid against the schemas.
 */
export async function importWsdlMock(
  text: string,
  { location = '', resolve }: NamedDocuments = {},
): Promise<ImportedMock> {
  const neighbours = new Map<string, string>();
  const read = async (place: string) => {
    const found = await resolve?.(place);
    if (found !== undefined) neighbours.set(place, found);
    return found;
  };
  const named = { location, ...(resolve && { resolve: read }) };
  const collection = await importWsdl(text, { ...named, withAnswers: true, withSchemas: true });
  const paths = new Set<string>();
  const stubs = collection.steps.map((step) => {
    const path = pathOf(step.url);
    paths.add(path);
    return soapStub(step, path);
  });
  for (const path of paths)
    stubs.push(servedWsdl(text, path, { title: collection.title, location, neighbours, pathOf }));
  const { title, soap, problems } = collection;
  return { title, stubs, resources: [], soap, problems: problemsOf(problems) };
}

/** pathOf returns the path of an address under which a mock answers. */
export const pathOf = (address: string): string => addressOf(address).path;

function soapStub(step: ImportedCollection['steps'][number], path: string): Record<string, unknown> {
  const content = 'content' in step.body && typeof step.body.content === 'string' ? step.body.content : '';
  const element = /<(?:[\w.-]+:)?Body[^>]*>\s*<(?:[\w.-]+:)?([\w.-]+)/.exec(content)?.[1];
  const header = (name: string) => step.headers.find(({ key }) => key.toLowerCase() === name)?.value;
  const action =
    header('soapaction')?.replace(/^"|"$/g, '') || /action="([^"]+)"/.exec(header('content-type') ?? '')?.[1];
  const [example] = step.examples ?? [];
  const ofBody = `/*[local-name()='Envelope']/*[local-name()='Body']/*[local-name()='${element}']`;
  return {
    id: stableId('wsdl', step.group ?? '', step.name, path),
    name: step.name,
    metadata: { [refusesViolations]: true },
    request: {
      method: step.method,
      urlPath: path,
      ...(action ? { soapAction: { equalTo: action } } : {}),
      ...(!action && element !== undefined ? { bodyPatterns: [{ matchesXPath: ofBody }] } : {}),
    },
    response: {
      status: example?.status ?? 200,
      headers: Object.fromEntries((example?.headers ?? []).map(({ key, value }) => [key, value])),
      body: example?.body ?? '',
    },
  };
}
