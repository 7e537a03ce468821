import type { HttpAssertion, HttpStep, KeyValue } from '@touchstone/engine-http/core';
import { isObject, type JsonObject } from '../json-values.ts';
import { findHeader } from '../step-parts.ts';
import { impliedTypes } from '../written-body.ts';
import type { ExportSource } from './export-source.ts';
import { enabledRows } from './plain-request.ts';

const standardMethods = new Set(['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace']);

/**
 * exportOpenApi describes the requests as OpenAPI 3.1: addresses as servers, requests as operations with their values as examples, and
 * what the assertions demand as responses. Two requests of one method and path become one operation.
 */
export function exportOpenApi({ title, steps, servers = [] }: ExportSource): string {
  const paths: Record<string, JsonObject> = {};
  const origins = new Map<string, JsonObject>(servers.map((server) => [server, serverOf(server)]));
  const securitySchemes: Record<string, JsonObject> = {};
  const ids = new Set<string>();
  for (const step of steps) {
    const { origin, path, parameters } = addressOf(step);
    if (origin !== '' && !origins.has(origin)) origins.set(origin, serverOf(origin));
    const method = step.method.trim().toLowerCase() || 'get';
    if (!standardMethods.has(method)) continue;
    const item = paths[path] ?? {};
    paths[path] = item;
    const operation = operationOf(step, parameters, ids, securitySchemes);
    const known = item[method];
    item[method] = isObject(known) ? merged(known, operation) : operation;
  }
  const document = {
    openapi: '3.1.0',
    info: { title: title || 'API', version: '1.0.0' },
    ...(origins.size === 0 ? {} : { servers: [...origins.values()] }),
    paths,
    ...(Object.keys(securitySchemes).length === 0 ? {} : { components: { securitySchemes } }),
  };
  return JSON.stringify(document, null, 2);
}

/** A variable in an address is a server variable of OpenAPI. */
function serverOf(origin: string): JsonObject {
  const names = [...origin.matchAll(/\{\{\s*([^{}]+?)\s*\}\}/g)].map(([, name]) => name!);
  const url = origin.replace(/\{\{\s*([^{}]+?)\s*\}\}/g, '{$1}');
  if (names.length === 0) return { url };
  return { url, variables: Object.fromEntries(names.map((name) => [name, { default: `{{${name}}}` }])) };
}

function addressOf(step: HttpStep): { origin: string; path: string; parameters: KeyValue[] } {
  const [, origin = '', rest = ''] =
    /^((?:[a-z][a-z0-9+.-]*:\/\/)?(?:\{\{[^{}]*\}\}|[^/?#{}])*)([\s\S]*)$/i.exec(step.url.trim()) ?? [];
  const [path = ''] = rest.split(/[?#]/, 1);
  const values = new Map(step.pathParams.map(({ key, value }) => [key, value]));
  const parameters: KeyValue[] = [];
  const template = path
    .replace(/(?<=\/):([A-Za-z_][\w.-]*)(?=\/|$)/g, '{$1}')
    .replace(/\{\{\s*([^{}]+?)\s*\}\}|\{([^{}]+)\}/g, (_, variable?: string, name?: string) => {
      const key = variable ?? name ?? '';
      parameters.push({ key, value: variable === undefined ? (values.get(key) ?? '') : `{{${variable}}}` });
      return `{${key}}`;
    });
  return { origin, path: template.startsWith('/') ? template : `/${template}`, parameters };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** OpenAPI describes these otherwise. */
const describedElsewhere = new Set(['accept', 'authorization', 'content-type', 'content-length', 'host', 'cookie']);

function operationOf(
  step: HttpStep,
  path: KeyValue[],
  ids: Set<string>,
  schemes: Record<string, JsonObject>,
): JsonObject {
  const requestBody = requestBodyOf(step);
  const security = securityOf(step, schemes);
  const parameters = [
    ...path.map(({ key, value }) => parameter(key, value, 'path', true)),
    ...ownQuery(step.url).map(({ key, value }) => parameter(key, value, 'query', true)),
    ...step.queryParams.map(({ key, value, enabled }) => parameter(key, value, 'query', enabled !== false)),
    ...step.headers
      .filter(({ key }) => !describedElsewhere.has(key.trim().toLowerCase()))
      .map(({ key, value, enabled }) => parameter(key.trim(), value, 'header', enabled !== false)),
    ...cookiesOf(step).map(({ key, value }) => parameter(key, value, 'cookie', true)),
  ].filter(({ name }) => name !== '');
  return {
    summary: step.name,
    operationId: uniqueId(step.name, ids),
    ...(step.group === '' ? {} : { tags: [step.group] }),
    ...(parameters.length === 0 ? {} : { parameters: withoutRepetitions(parameters) }),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: responsesOf(step),
    ...(security === undefined ? {} : { security: [security] }),
  };
}

function ownQuery(url: string): KeyValue[] {
  const query = url.replace(/#.*$/s, '').split('?').slice(1).join('?');
  return query === ''
    ? []
    : query.split('&').map((pair) => {
        const equals = pair.indexOf('=');
        return equals === -1
          ? { key: decoded(pair), value: '' }
          : { key: decoded(pair.slice(0, equals)), value: decoded(pair.slice(equals + 1)) };
      });
}

const cookiesOf = ({ headers }: HttpStep): KeyValue[] =>
  (findHeader(headers, 'Cookie')?.value ?? '')
    .split(';')
    .filter((cookie) => cookie.includes('='))
    .map((cookie) => ({
      key: cookie.slice(0, cookie.indexOf('=')).trim(),
      value: cookie.slice(cookie.indexOf('=') + 1).trim(),
    }));

/** A row that is switched off is optional and has no example: so it comes back switched off. */
const parameter = (name: string, example: string, where: string, isSent: boolean): JsonObject => ({
  name,
  in: where,
  ...(isSent ? { required: true } : {}),
  schema: { type: 'string' },
  ...(isSent ? { example } : {}),
});

/** A parameter stands once in an operation; several values of one name are a list. */
function withoutRepetitions(parameters: JsonObject[]): JsonObject[] {
  const known = new Map<string, JsonObject>();
  for (const entry of parameters) {
    const key = `${String(entry.in)}\0${String(entry.name)}`;
    const first = known.get(key);
    if (first?.example === undefined) known.set(key, entry);
    else if (entry.in === 'query' && entry.example !== undefined) {
      const values = Array.isArray(first.example) ? first.example : [first.example];
      known.set(key, {
        ...first,
        schema: { type: 'array', items: { type: 'string' } },
        example: [...values, entry.example],
      });
    }
  }
  return [...known.values()];
}

function uniqueId(name: string, ids: Set<string>): string {
  const words = name.normalize('NFKD').match(/[A-Za-z0-9]+/g) ?? ['request'];
  const base = words
    .map((word, index) => (index === 0 ? word.toLowerCase() : word[0]!.toUpperCase() + word.slice(1)))
    .join('');
  let id = base;
  for (let count = 2; ids.has(id); count += 1) id = `${base}${count}`;
  ids.add(id);
  return id;
}

function requestBodyOf({ body, headers }: HttpStep): JsonObject | undefined {
  const written = findHeader(headers, 'Content-Type')?.value;
  const content = (type: string, media: JsonObject): JsonObject => ({ required: true, content: { [type]: media } });
  switch (body.type) {
    case 'none':
      return undefined;
    case 'json':
      return content(written ?? 'application/json', { schema: {}, example: jsonOrText(body.content) });
    case 'xml':
    case 'text':
      return content(written ?? impliedTypes[body.type]!, { schema: { type: 'string' }, example: body.content });
    case 'graphql':
      return content(written ?? 'application/json', {
        schema: { type: 'object' },
        example: { query: body.query, variables: jsonOrText(body.variables || '{}') },
      });
    case 'urlencoded':
      return content(
        'application/x-www-form-urlencoded',
        fieldsMedia(body.fields, () => ({ type: 'string' })),
      );
    case 'form':
      return content('multipart/form-data', {
        ...fieldsMedia(
          body.fields.filter(({ kind }) => kind === 'text'),
          () => ({ type: 'string' }),
          body.fields.filter(({ kind }) => kind === 'file').map(({ key }) => key),
        ),
      });
    case 'binary':
      return content(written ?? body.contentType ?? 'application/octet-stream', {
        schema: { type: 'string', format: 'binary' },
      });
  }
}

function fieldsMedia(fields: readonly KeyValue[], schema: () => JsonObject, files: string[] = []): JsonObject {
  const sent = enabledRows(fields);
  const properties = Object.fromEntries([
    ...sent.map(({ key }) => [key, schema()]),
    ...files.map((key) => [key, { type: 'string', format: 'binary' }]),
  ]);
  return {
    schema: { type: 'object', properties },
    example: Object.fromEntries(sent.map(({ key, value }) => [key, value])),
  };
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** What the assertions demand of status and body. */
function responsesOf({ assertions }: HttpStep): JsonObject {
  const active = assertions.filter(({ enabled }) => enabled !== false);
  const codes = active.filter(({ kind }) => kind === 'status').flatMap(statusesOf);
  const schema = active.find(({ kind, expected }) => kind === 'jsonSchema' && isObject(expected))?.expected;
  const response = {
    description: 'As asserted',
    ...(schema === undefined ? {} : { content: { 'application/json': { schema } } }),
  };
  if (codes.length === 0) return { default: { ...response, description: 'Any response' } };
  return Object.fromEntries([...new Set(codes)].map((code) => [code, response]));
}

function statusesOf({ operator, expected }: HttpAssertion): string[] {
  if (operator !== 'equals' && operator !== 'in') return [];
  return String(Array.isArray(expected) ? expected.join(',') : (expected ?? ''))
    .split(',')
    .map((code) => code.trim().toUpperCase())
    .filter((code) => /^[1-5](?:\d\d|XX)$/.test(code));
}

function securityOf({ authentication }: HttpStep, schemes: Record<string, JsonObject>): JsonObject | undefined {
  const use = (name: string, scheme: JsonObject): JsonObject => {
    schemes[name] ??= scheme;
    return { [name]: [] };
  };
  switch (authentication.type) {
    case 'none':
      return undefined;
    case 'basic':
    case 'digest':
      return use(authentication.type, { type: 'http', scheme: authentication.type });
    case 'bearer':
    case 'oauth2':
      return use('bearer', { type: 'http', scheme: 'bearer' });
    case 'apiKey':
      return use(`apiKey_${authentication.key.replace(/[^\w.-]+/g, '_')}`, {
        type: 'apiKey',
        name: authentication.key,
        in: authentication.in,
      });
    case 'awsV4':
      return use('awsV4', {
        type: 'apiKey',
        name: 'Authorization',
        in: 'header',
        description: 'AWS Signature Version 4',
      });
    case 'oauth2Grant':
      return use('oauth2', oauthScheme(authentication.grant, authentication.tokenUrl));
  }
}

const oauthScheme = (grant: string, tokenUrl: string): JsonObject => ({
  type: 'oauth2',
  flows:
    grant === 'clientCredentials' || grant === 'password'
      ? { [grant]: { tokenUrl, scopes: {} } }
      : { authorizationCode: { authorizationUrl: tokenUrl, tokenUrl, scopes: {} } },
});

/** The later request adds the responses and parameters that the earlier one has not. */
function merged(first: JsonObject, second: JsonObject): JsonObject {
  const parameters = [...listed(first.parameters), ...listed(second.parameters)];
  const unique = new Map(parameters.reverse().map((entry) => [`${String(entry.in)}\0${String(entry.name)}`, entry]));
  return {
    ...second,
    ...first,
    ...(unique.size === 0 ? {} : { parameters: [...unique.values()].reverse() }),
    responses: { ...(second.responses as JsonObject), ...(first.responses as JsonObject) },
  };
}

const listed = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);
