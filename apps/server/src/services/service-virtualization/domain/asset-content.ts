import type { AssetKind } from '@touchstone/contracts/service-virtualization';
import { type MockProblem, parseStub, type Stub } from '@touchstone/engine-mock/core';

export type JsonObject = Record<string, unknown>;

/** The definition of an asset. */
export type AssetContent = { form: 'stub'; stub: JsonObject } | { form: 'resource'; resource: JsonObject };

/** The properties of an asset that lists show. */
export interface AssetFacts {
  method: string;
  path: string;
  host: string | null;
  status: string;
  priority: number;
  scenarioName: string | null;
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** contentOf returns the given one of `stub` and `resource`; undefined if neither or both are given. */
export function contentOf(given: {
  stub?: JsonObject | null | undefined;
  resource?: JsonObject | null | undefined;
}): AssetContent | undefined {
  const { stub, resource } = given;
  if (stub && !resource) return { form: 'stub', stub: withoutId(stub) };
  return resource && !stub ? { form: 'resource', resource } : undefined;
}

/** Removes the id and the switch of a stub, which are stored in the asset. */
function withoutId({
  id: _id,
  uuid: _uuid,
  enabled: _enabled,
  insertionIndex: _index,
  ...stub
}: JsonObject): JsonObject {
  return stub;
}

/** factsOf derives the properties that lists show. */
export function factsOf(content: AssetContent): AssetFacts {
  if (content.form === 'resource') {
    const { path } = content.resource;
    return { method: 'ANY', path: String(path ?? ''), host: null, status: 'records', priority: 5, scenarioName: null };
  }
  const {
    request = {},
    response = {},
    priority,
    scenarioName,
  } = content.stub as {
    request?: JsonObject;
    response?: JsonObject;
    priority?: unknown;
    scenarioName?: unknown;
  };
  const { host } = isObject(request) ? request : {};
  return {
    method: methodOf(isObject(request) ? request.method : undefined),
    path: pathOf(isObject(request) ? request : {}),
    host: hostOf(host),
    status: statusOf(isObject(response) ? response : {}),
    priority: typeof priority === 'number' ? priority : 5,
    scenarioName: typeof scenarioName === 'string' ? scenarioName : null,
  };
}

function methodOf(method: unknown): string {
  if (typeof method === 'string') return method.toUpperCase();
  const list = Array.isArray(method) ? method : isObject(method) ? method.oneOf : undefined;
  return Array.isArray(list) ? list.join(', ').slice(0, 100) : 'ANY';
}

function pathOf(request: JsonObject): string {
  for (const name of ['url', 'urlPath', 'urlPathTemplate', 'urlPattern', 'urlPathPattern'])
    if (typeof request[name] === 'string') return request[name];
  return '*';
}

function hostOf(host: unknown): string | null {
  if (typeof host === 'string') return host;
  if (!isObject(host)) return null;
  const [value] = Object.values(host);
  return typeof value === 'string' ? value : null;
}

function statusOf({ fault, proxyBaseUrl, status }: JsonObject): string {
  if (typeof fault === 'string') return fault;
  if (typeof proxyBaseUrl === 'string') return 'proxy';
  return String(status ?? 200).slice(0, 100);
}

/** The dynamic parts of an asset; empty if it always gives the same answer. */
export function dynamicParts(content: AssetContent): { path: string; what: string }[] {
  if (content.form === 'resource') return [{ path: 'resource', what: 'keeps records' }];
  const { stub } = parseStub(content.stub);
  const found: { path: string; what: string }[] = [];
  const add = (is: boolean, path: string, what: string) => {
    if (is) found.push({ path: `stub.${path}`, what });
  };
  const { response, request } = stub;
  add(response.transformers?.includes('response-template') === true, 'response.transformers', 'has a template');
  add(typeof response.status === 'string' && response.status.includes('{{'), 'response.status', 'has a template');
  add(response.proxyBaseUrl !== undefined, 'response.proxyBaseUrl', 'asks another service');
  add(response.delayDistribution !== undefined, 'response.delayDistribution', 'waits for a random time');
  add(stub.scenarioName !== undefined, 'scenarioName', 'belongs to a scenario');
  add(stub.setState !== undefined, 'setState', 'writes state');
  add(request.state !== undefined, 'request.state', 'reads state');
  add((stub.postServeActions ?? []).length > 0, 'postServeActions', 'calls back');
  add((stub.serveEventListeners ?? []).length > 0, 'serveEventListeners', 'calls back');
  return found;
}

/** kindOf returns the minimum kind that content requires. */
export const kindOf = (content: AssetContent): AssetKind => (dynamicParts(content).length > 0 ? 'dynamic' : 'static');

/** kindProblems reports dynamic content in an asset that is declared static. */
export const kindProblems = (kind: AssetKind, content: AssetContent): MockProblem[] =>
  kind === 'dynamic'
    ? []
    : dynamicParts(content).map(({ path, what }) => ({
        path,
        message: `This asset ${what}, so it does not always answer the same. Make it dynamic.`,
      }));

/** stubOf returns the stub in the engine's form. */
export const stubOf = (content: AssetContent & { form: 'stub' }, id: string, name: string): JsonObject => ({
  ...content.stub,
  id,
  name,
});

/** contentOfStub converts a stub of the engine to content. */
export const contentOfStub = (stub: Stub | JsonObject): AssetContent => {
  const { name: _name, ...rest } = stub as JsonObject;
  return { form: 'stub', stub: withoutId(rest) };
};
