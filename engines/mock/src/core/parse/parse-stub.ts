import { newId } from '@touchstone/kernel';
import { isObject, type JsonObject } from '../json-object.ts';
import type { MockProblem, ServeAction, Stub } from '../stub.ts';
import { splitStub } from './own-members.ts';
import { parseResponse } from './parse-response.ts';

/** ParsedStub is a stub as far as it could be parsed, with all its problems. */
export interface ParsedStub {
  stub: Stub;
  problems: MockProblem[];
}

/** Members of a stub with their value types. */
const members: Record<string, 'text' | 'number' | 'boolean' | 'object' | 'list' | 'any'> = {
  id: 'text',
  uuid: 'text',
  name: 'text',
  priority: 'number',
  request: 'object',
  response: 'object',
  scenarioName: 'text',
  requiredScenarioState: 'text',
  newScenarioState: 'text',
  stateScope: 'any',
  setState: 'object',
  persistent: 'boolean',
  postServeActions: 'any',
  serveEventListeners: 'list',
  metadata: 'object',
  enabled: 'boolean',
  insertionIndex: 'number',
};

const requestMembers = new Set([
  'method',
  'url',
  'urlPath',
  'urlPattern',
  'urlPathPattern',
  'urlPathTemplate',
  'pathParameters',
  'headers',
  'queryParameters',
  'formParameters',
  'cookies',
  'basicAuth',
  'basicAuthCredentials',
  'bodyPatterns',
  'multipartPatterns',
  'clientIp',
  'host',
  'port',
  'scheme',
  'customMatcher',
  'graphql',
  'soapAction',
  'state',
]);

/** parseStub parses a stub mapping in WireMock's format or in ours; a stub without an id gets one. */
export function parseStub(value: unknown, path = 'stub'): ParsedStub {
  const problems: MockProblem[] = [];
  const problem = (at: string, message: string) => problems.push({ path: at, message });
  const json = isObject(value) ? value : {};
  if (!isObject(value)) problem(path, 'A stub is a JSON object with a request and a response.');
  checkMembers(json, path, problem);
  const request = isObject(json.request) ? json.request : {};
  for (const name of Object.keys(request))
    if (!requestMembers.has(name)) problem(`${path}.request.${name}`, unknown(name, requestMembers));
  const given = textOf(json.id) ?? textOf(json.uuid);
  const stub: Stub = {
    id: given ?? newId(),
    request,
    response: parseResponse(isObject(json.response) ? json.response : {}, `${path}.response`, problem),
  };
  copyTexts(json, stub);
  if (typeof json.priority === 'number') stub.priority = json.priority;
  if (typeof json.persistent === 'boolean') stub.persistent = json.persistent;
  if (typeof json.enabled === 'boolean') stub.enabled = json.enabled;
  if (isObject(json.metadata)) stub.metadata = json.metadata;
  if (isObject(json.setState)) stub.setState = json.setState;
  if (json.stateScope !== undefined) readScope(json.stateScope, stub, path, problem);
  const actions = actionsOf(json.postServeActions);
  if (actions.length > 0) stub.postServeActions = actions;
  const listeners = actionsOf(json.serveEventListeners);
  if (listeners.length > 0) stub.serveEventListeners = listeners;
  for (const action of [...actions, ...listeners]) checkAction(action, path, problem);
  if (stub.requiredScenarioState !== undefined && stub.scenarioName === undefined)
    problem(`${path}.requiredScenarioState`, 'A required state needs a scenarioName.');
  return { stub, problems };
}

type Problem = (path: string, message: string) => void;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const unknown = (name: string, known: Iterable<string>): string =>
  `“${name}” is not a member here. Known are ${[...known].join(', ')}.`;

function checkMembers(json: JsonObject, path: string, problem: Problem): void {
  for (const [name, value] of Object.entries(json)) {
    const kind = Object.hasOwn(members, name) ? members[name] : undefined;
    if (kind === undefined) problem(`${path}.${name}`, unknown(name, Object.keys(members)));
    else if (value !== null && !isKind(value, kind)) problem(`${path}.${name}`, `The value must be a ${words[kind]}.`);
  }
}

const words = {
  text: 'text',
  number: 'number',
  boolean: 'true or false',
  object: 'object',
  list: 'list',
  any: 'value',
};

function isKind(value: unknown, kind: keyof typeof words): boolean {
  if (kind === 'any') return true;
  if (kind === 'text') return typeof value === 'string';
  if (kind === 'object') return isObject(value);
  return kind === 'list' ? Array.isArray(value) : typeof value === kind;
}

function copyTexts(json: JsonObject, stub: Stub): void {
  for (const name of ['name', 'scenarioName', 'requiredScenarioState', 'newScenarioState'] as const) {
    const text = textOf(json[name]);
    if (text !== undefined) stub[name] = text;
  }
}

function readScope(value: unknown, stub: Stub, path: string, problem: Problem): void {
  const kinds = ['header', 'cookie', 'query', 'session', 'tokenClaim', 'expression'];
  const isNamed = isObject(value) && kinds.some((kind) => typeof value[kind] === 'string');
  if (value === 'global' || isNamed) stub.stateScope = value as NonNullable<Stub['stateScope']>;
  else problem(`${path}.stateScope`, `Write "global" or an object with one of ${kinds.join(', ')}.`);
}

/** WireMock writes actions as a list, and formerly as an object keyed by their names. */
function actionsOf(value: unknown): ServeAction[] {
  if (Array.isArray(value))
    return value.filter(isObject).map((action) => ({
      name: String(action.name ?? ''),
      ...(isObject(action.parameters) ? { parameters: action.parameters } : {}),
    }));
  if (!isObject(value)) return [];
  return Object.entries(value).map(([name, parameters]) => ({
    name,
    ...(isObject(parameters) ? { parameters } : {}),
  }));
}

function checkAction({ name, parameters }: ServeAction, path: string, problem: Problem): void {
  if (name !== 'webhook') problem(`${path}.postServeActions`, `“${name}” is not an action here. Known is webhook.`);
  else if (typeof parameters?.url !== 'string') problem(`${path}.postServeActions`, 'A webhook needs a url.');
}

/** toWireMock converts a stub to WireMock's format, leaving out anything specific to this product. */
export function toWireMock(stub: Stub): { mapping: Record<string, unknown>; losses: MockProblem[] } {
  const { stub: plain, request, response, own } = splitStub(stub);
  const { soapAction, ...lostOfRequest } = own.request;
  const lost = [
    ...Object.keys(own.stub),
    ...Object.keys(lostOfRequest).map((name) => `request.${name}`),
    ...Object.keys(own.response).map((name) => `response.${name}`),
  ];
  const losses = lost.map((path) => ({
    path: `${stub.name ?? stub.id}.${path}`,
    message: 'WireMock has no place for this; it was left out.',
  }));
  const headers = soapAction === undefined ? request.headers : withSoapAction(request.headers, soapAction);
  const { id, ...rest } = plain;
  return {
    mapping: {
      id,
      uuid: id,
      ...rest,
      request: { ...request, ...(headers === undefined ? {} : { headers }) },
      response,
    },
    losses,
  };
}

/** SOAP 1.1 quotes the action. */
function withSoapAction(headers: unknown, action: unknown): Record<string, unknown> {
  const pattern = isObject(action) ? action : { equalTo: action };
  const value = typeof pattern.equalTo === 'string' ? { matches: `"?${escaped(pattern.equalTo)}"?` } : pattern;
  return { ...(isObject(headers) ? headers : {}), SOAPAction: value };
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
