import { isObject, type JsonObject } from '../json-object.ts';
import type { ResponseDefinition } from '../stub.ts';
import { checkWebSocket } from './parse-web-socket.ts';

type Problem = (path: string, message: string) => void;

const faults = ['EMPTY_RESPONSE', 'MALFORMED_RESPONSE_CHUNK', 'RANDOM_DATA_THEN_CLOSE', 'CONNECTION_RESET_BY_PEER'];
const bodies = ['body', 'jsonBody', 'base64Body', 'bodyFileName', 'events', 'webSocket'];
const known = new Set([
  'status',
  'statusMessage',
  'headers',
  ...bodies,
  'fixedDelayMilliseconds',
  'delayDistribution',
  'chunkedDribbleDelay',
  'fault',
  'proxyBaseUrl',
  'additionalProxyRequestHeaders',
  'removeProxyRequestHeaders',
  'proxyUrlPrefixToRemove',
  'transformers',
  'transformerParameters',
  'fromConfiguredStub',
  'fixedDelay',
]);

/** parseResponse checks a response definition; problems are reported through `problem`, and valid members are kept. */
export function parseResponse(json: JsonObject, path: string, problem: Problem): ResponseDefinition {
  for (const name of Object.keys(json))
    if (!known.has(name)) problem(`${path}.${name}`, `“${name}” is not a member of a response.`);
  const given = bodies.filter((name) => json[name] !== undefined && json[name] !== null);
  if (given.length > 1) problem(path, `Give only one of ${given.join(', ')}.`);
  checkStatus(json.status, path, problem);
  if (json.fault !== undefined && !faults.includes(String(json.fault)))
    problem(`${path}.fault`, `“${json.fault}” is not a fault. Use one of ${faults.join(', ')}.`);
  checkDelays(json, path, problem);
  checkWebSocket(json.webSocket, `${path}.webSocket`, problem);
  if (json.proxyBaseUrl !== undefined && !/^https?:\/\/|\{\{/.test(String(json.proxyBaseUrl)))
    problem(`${path}.proxyBaseUrl`, 'The address begins with http:// or https://.');
  for (const [name, value] of Object.entries(isObject(json.headers) ? json.headers : {}))
    if (!/^[!#$%&'*+\-.^_`|~\w]+$/.test(name)) problem(`${path}.headers.${name}`, 'This is not a name of a header.');
    else if (/[\r\n]/.test(String(value))) problem(`${path}.headers.${name}`, 'A header has no line breaks.');
  const { fixedDelay, ...rest } = json;
  const kept = Object.fromEntries(Object.entries(rest).filter(([name, value]) => known.has(name) && value !== null));
  if (typeof kept.body !== 'string' && kept.body !== undefined) kept.body = JSON.stringify(kept.body);
  return kept as ResponseDefinition;
}

function checkStatus(status: unknown, path: string, problem: Problem): void {
  if (status === undefined || status === null) return;
  const isTemplate = typeof status === 'string' && status.includes('{{');
  const number = Number(status);
  if (!isTemplate && !(Number.isInteger(number) && number >= 100 && number <= 999))
    problem(`${path}.status`, 'A status is a number from 100 to 999, or a template that gives one.');
}

function checkDelays(json: JsonObject, path: string, problem: Problem): void {
  const { fixedDelayMilliseconds, delayDistribution, chunkedDribbleDelay } = json;
  if (fixedDelayMilliseconds !== undefined && fixedDelayMilliseconds !== null && !isDelay(fixedDelayMilliseconds))
    problem(`${path}.fixedDelayMilliseconds`, 'A delay is a number of milliseconds.');
  if (isObject(delayDistribution)) {
    const needs = distributions[String(delayDistribution.type)];
    if (needs === undefined)
      problem(`${path}.delayDistribution.type`, `Use one of ${Object.keys(distributions).join(', ')}.`);
    for (const name of needs ?? [])
      if (!isDelay(delayDistribution[name])) problem(`${path}.delayDistribution.${name}`, 'Give a number.');
  }
  if (isObject(chunkedDribbleDelay))
    for (const name of ['numberOfChunks', 'totalDuration'])
      if (!isDelay(chunkedDribbleDelay[name])) problem(`${path}.chunkedDribbleDelay.${name}`, 'Give a number.');
}

const distributions: Record<string, string[]> = {
  fixed: ['milliseconds'],
  uniform: ['lower', 'upper'],
  lognormal: ['median', 'sigma'],
};
const isDelay = (value: unknown): boolean => typeof value === 'number' && value >= 0;
