import type { AssetContent, JsonObject } from '../asset-content.ts';

interface ExportedAsset {
  name: string;
  isEnabled: boolean;
  content: AssetContent;
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/**
 * toOpenApi describes the enabled assets as OpenAPI 3.1: an operation per method and path, its answers with an example
 * per stub. Stubs with address patterns can't be expressed and are left out.
 */
export function toOpenApi(title: string, assets: readonly ExportedAsset[]): JsonObject {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const { name, isEnabled, content } of assets) {
    if (!isEnabled) continue;
    if (content.form === 'stub') addStub(paths, name, content.stub);
    else addRecords(paths, content.resource);
  }
  return { openapi: '3.1.0', info: { title, version: '1.0.0' }, paths };
}

interface Operation {
  summary: string;
  parameters?: JsonObject[];
  responses: Record<
    string,
    { description: string; content?: Record<string, { examples: JsonObject }>; headers?: JsonObject }
  >;
}
type Paths = Record<string, Record<string, Operation>>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function addStub(paths: Paths, name: string, stub: JsonObject): void {
  const request = isObject(stub.request) ? stub.request : {};
  const response = isObject(stub.response) ? stub.response : {};
  const path = pathOf(request);
  const status = Number(response.status ?? 200);
  if (path === undefined || !Number.isInteger(status) || response.fault !== undefined) return;
  for (const method of methodsOf(request.method)) {
    const operation = operationOf(paths, path, method, name);
    addParameters(operation, path, request);
    const answer = operation.responses[String(status)] ?? { description: name };
    operation.responses[String(status)] = answer;
    const type =
      headerOf(response, 'content-type') ?? (response.jsonBody === undefined ? 'text/plain' : 'application/json');
    const example = response.jsonBody ?? response.body;
    if (example === undefined) continue;
    const media = type.split(';')[0]?.trim() || 'text/plain';
    answer.content ??= {};
    answer.content[media] ??= { examples: {} };
    answer.content[media].examples[exampleName(answer.content[media].examples, name)] = {
      value: media.includes('json') ? jsonOf(example) : example,
    };
  }
}

function addRecords(paths: Paths, { path, name }: JsonObject): void {
  if (typeof path !== 'string') return;
  const answer = { description: String(name ?? 'Record'), content: { 'application/json': { examples: {} } } };
  for (const [at, method, status] of [
    [path, 'get', '200'],
    [path, 'post', '201'],
    [`${path}/{id}`, 'get', '200'],
    [`${path}/{id}`, 'put', '200'],
    [`${path}/{id}`, 'patch', '200'],
    [`${path}/{id}`, 'delete', '204'],
  ] as const) {
    const operation = operationOf(paths, at, method, `${method} ${String(name ?? 'records')}`);
    addParameters(operation, at, {});
    operation.responses[status] ??= status === '204' ? { description: 'Deleted' } : answer;
  }
}

function operationOf(paths: Paths, path: string, method: string, summary: string): Operation {
  paths[path] ??= {};
  paths[path][method] ??= { summary, responses: {} };
  return paths[path][method];
}

/** A path in OpenAPI's form; undefined for patterns. */
function pathOf(request: JsonObject): string | undefined {
  const { url, urlPath, urlPathTemplate } = request;
  const given = urlPathTemplate ?? urlPath ?? (typeof url === 'string' ? url.split('?')[0] : undefined);
  return typeof given === 'string' && given.startsWith('/') && !given.includes('*') ? given : undefined;
}

function methodsOf(method: unknown): string[] {
  const named = isObject(method) ? method.oneOf : method;
  const list = (Array.isArray(named) ? named : [named ?? 'ANY']).map((item) => String(item).toLowerCase());
  return list.includes('any')
    ? ['get', 'post', 'put', 'patch', 'delete']
    : list.filter((item) => methods.includes(item));
}

function addParameters(operation: Operation, path: string, request: JsonObject): void {
  const parameters = operation.parameters ?? [];
  const add = (place: string, name: string, required: boolean) => {
    if (parameters.some((known) => known.in === place && known.name === name)) return;
    parameters.push({ name, in: place, required, schema: { type: 'string' } });
  };
  for (const [, name] of path.matchAll(/\{([^{}]+)\}/g)) add('path', name ?? '', true);
  for (const [member, place] of [
    ['queryParameters', 'query'],
    ['headers', 'header'],
    ['cookies', 'cookie'],
  ] as const)
    for (const name of Object.keys(isObject(request[member]) ? request[member] : {}))
      if (!(place === 'header' && /^(?:accept|content-type|authorization)$/i.test(name))) add(place, name, false);
  if (parameters.length > 0) operation.parameters = parameters;
}

function headerOf({ headers }: JsonObject, wanted: string): string | undefined {
  for (const [name, value] of Object.entries(isObject(headers) ? headers : {}))
    if (name.toLowerCase() === wanted) return String(Array.isArray(value) ? value[0] : value);
  return undefined;
}

function jsonOf(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function exampleName(known: JsonObject, name: string): string {
  const base = name.replace(/[^\w.-]+/g, '-') || 'example';
  let candidate = base;
  for (let n = 2; Object.hasOwn(known, candidate); n += 1) candidate = `${base}-${n}`;
  return candidate;
}
