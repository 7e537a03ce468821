import { isObject, type JsonObject } from '../json-object.ts';
import type { ResourceDefinition, ResourceItem } from '../resources/resource.ts';
import { type ImportedMock, stableId } from './imported-mock.ts';
import { mockoonRules } from './mockoon-rules.ts';
import { mockoonTemplate } from './mockoon-template.ts';

const listOf = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

interface Reading {
  prefix: string;
  data: Map<string, JsonObject>;
  problems: ImportedMock['problems'];
  resources: ResourceDefinition[];
  headers: JsonObject[];
}

/**
 * importMockoon reads a Mockoon environment: routes with rules, sequences, data buckets and CRUD routes, and templates
 * as far as they can be mapped.
 */
export function importMockoon(text: string): ImportedMock {
  const problems: ImportedMock['problems'] = [];
  let environment: JsonObject = {};
  try {
    const value: unknown = JSON.parse(text);
    environment = isObject(value) ? value : {};
  } catch (error) {
    problems.push({ path: 'document', message: `The JSON cannot be read: ${(error as Error).message}.` });
  }
  const prefix = textOf(environment.endpointPrefix).replace(/^\/+|\/+$/g, '');
  const reading: Reading = {
    prefix: prefix === '' ? '' : `/${prefix}`,
    data: new Map(
      listOf(environment.data).flatMap((bucket) => [
        [textOf(bucket.id), bucket],
        [textOf(bucket.uuid), bucket],
      ]),
    ),
    problems,
    resources: [],
    headers: listOf(environment.headers),
  };
  // The first route that matches answers, but the stub added last is tried first.
  const stubs = listOf(environment.routes)
    .flatMap((route) => stubsOf(route, reading))
    .toReversed();
  if (environment.proxyMode === true && textOf(environment.proxyHost) !== '')
    stubs.unshift({
      id: stableId('mockoon', 'proxy'),
      name: 'Proxy',
      priority: 10,
      request: { method: 'ANY' },
      response: { proxyBaseUrl: textOf(environment.proxyHost) },
    });
  if (stubs.length === 0 && reading.resources.length === 0)
    problems.push({ path: 'routes', message: 'The environment has no routes that could be read.' });
  return { title: textOf(environment.name) || 'Mockoon', stubs, resources: reading.resources, problems };
}

function stubsOf(route: JsonObject, reading: Reading): JsonObject[] {
  const endpoint = textOf(route.endpoint);
  const path = `${reading.prefix}/${endpoint.replace(/^\//, '')}`.replace(/:(\w+)(?:\([^)]*\))?\??/g, '{$1}');
  const place = `${textOf(route.method).toUpperCase()} /${endpoint}`;
  if (route.enabled === false) return [];
  if (route.type === 'crud') return crudOf(route, path, place, reading);
  if (route.type === 'ws') {
    reading.problems.push({ path: place, message: 'WebSocket routes are not supported.' });
    return [];
  }
  const responses = listOf(route.responses);
  const mode = textOf(route.responseMode);
  if (mode === 'RANDOM')
    reading.problems.push({ path: place, message: 'Random answers are not supported; the first one is given.' });
  const method = textOf(route.method).toUpperCase();
  const url = /[{*]/.test(path) ? { urlPathTemplate: path } : { urlPath: path };
  const request = { method: method === 'ALL' || method === '' ? 'ANY' : method, ...url };
  const fixedMethod = request.method === 'ANY' ? '' : request.method;
  const isSequence = mode === 'SEQUENTIAL';
  const ordered = ranked(responses, mode);
  return ordered.flatMap((response, index) => {
    const at = `${place}, response ${index + 1}`;
    const answer = answerOf(response, at, reading);
    const base = {
      name: textOf(response.label) || `${place} ${textOf(String(response.statusCode ?? ''))}`,
      request,
      response: answer,
    };
    const id = (part: string) => stableId('mockoon', textOf(route.uuid), textOf(response.uuid), String(index), part);
    if (isSequence) return [{ ...base, id: id('sequence'), ...sequenceOf(place, index, ordered.length) }];
    const isUnconditional = mode === 'DISABLE_RULES' || mode === 'RANDOM' || listOf(response.rules).length === 0;
    if (isUnconditional || response.default === true) {
      const withRules = isUnconditional ? [] : mockoonRules(response, fixedMethod, at, reading.problems);
      return [
        ...withRules.map((part, rule) => ({ ...base, id: id(`rule ${rule}`), request: { ...request, ...part } })),
        { ...base, id: id('default') },
      ];
    }
    return mockoonRules(response, fixedMethod, at, reading.problems).map((part, rule) => ({
      ...base,
      id: id(`rule ${rule}`),
      request: { ...request, ...part },
    }));
  });
}

/** Responses with rules come first, then the default: the marked one, or the first. */
function ranked(responses: JsonObject[], mode: string): JsonObject[] {
  if (mode === 'SEQUENTIAL') return responses;
  const marked = responses.find(({ default: isDefault }) => isDefault === true) ?? responses[0];
  if (mode === 'DISABLE_RULES' || mode === 'RANDOM') return marked === undefined ? [] : [marked];
  const rest = responses.filter((response) => response !== marked && listOf(response.rules).length > 0);
  return marked === undefined ? rest : [...rest, marked];
}

function sequenceOf(place: string, index: number, count: number): JsonObject {
  return {
    scenarioName: `Sequence of ${place}`,
    requiredScenarioState: index === 0 ? 'Started' : `Answer ${index + 1}`,
    newScenarioState: index + 1 === count ? 'Started' : `Answer ${index + 2}`,
  };
}

function answerOf(response: JsonObject, place: string, { data, problems, headers: shared }: Reading): JsonObject {
  const templated = response.disableTemplating !== true;
  const read = (text: string, at: string) => (templated ? mockoonTemplate(text, at, problems) : text);
  const headers: JsonObject = {};
  for (const { key, value } of [...shared, ...listOf(response.headers)])
    if (textOf(key) !== '') headers[textOf(key)] = read(textOf(value), `${place}, header ${textOf(key)}`);
  const latency = Number(response.latency ?? 0);
  const bucket = data.get(textOf(response.databucketID));
  const ofBucket = response.bodyType === 'DATABUCKET' && bucket !== undefined ? textOf(bucket.value) : undefined;
  const fileName = textOf(response.filePath);
  const isFile = response.bodyType === 'FILE' && fileName !== '';
  const body = isFile
    ? { bodyFileName: read(fileName, place) }
    : { body: read(ofBucket ?? textOf(response.body), `${place}, body`) };
  return {
    status: Number(response.statusCode) || 200,
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...body,
    ...(latency > 0 ? { fixedDelayMilliseconds: latency } : {}),
    ...(templated ? { transformers: ['response-template'] } : {}),
  };
}

function crudOf(route: JsonObject, path: string, place: string, reading: Reading): JsonObject[] {
  const [response] = listOf(route.responses);
  const bucket = reading.data.get(textOf(response?.databucketID));
  const crudKey = textOf(response?.crudKey) || 'id';
  let items: unknown = [];
  try {
    const text = textOf(bucket?.value);
    if (/\{\{/.test(text))
      reading.problems.push({
        path: place,
        message: `The data bucket ${textOf(bucket?.name)} has templates; it begins empty.`,
      });
    else items = JSON.parse(text || '[]');
  } catch (error) {
    reading.problems.push({ path: place, message: `The data bucket cannot be read: ${(error as Error).message}.` });
  }
  const list = (Array.isArray(items) ? items : []).filter(isObject) as ResourceItem[];
  reading.resources.push({ name: textOf(bucket?.name) || path, path, idKey: crudKey, items: list });
  return [];
}
