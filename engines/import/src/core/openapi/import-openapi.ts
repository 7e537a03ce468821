import type { HttpStep } from '@touchstone/engine-http/core';
import { newId } from '@touchstone/kernel';
import { readDocument } from '../document/parse-document.ts';
import { descriptionText } from '../documentation.ts';
import type { ImportedCollection, ImportedFolder, ImportedStep, ImportedVariable } from '../imported-collection.ts';
import { isObject, type JsonObject, listOf, objectOf, textOf } from '../json-values.ts';
import { ProblemList } from '../problems.ts';
import { findHeader, shortName } from '../step-parts.ts';
import { documentationOf } from './openapi-documentation.ts';
import { parameterRows } from './parameters.ts';
import { noteUnknownMembers, operationsIn } from './path-items.ts';
import { References } from './references.ts';
import { isJsonType, requestBodyOf } from './request-body.ts';
import { Samples } from './schemas/samples.ts';
import { type Dialect, SchemaBundler, tooLargeToDocument } from './schemas/standalone-schema.ts';
import { SecurityReader } from './security.ts';
import { successOf } from './success.ts';
import { mergeParameters, swaggerServers, upgradeOperation } from './swagger2.ts';

/** ImportedApi is the result of `importOpenApi`: one request per operation, in the order of the document. */
export type ImportedApi = ImportedCollection;

interface Tools {
  document: JsonObject;
  dialect: Dialect;
  baseUrl: string | undefined;
  problems: ProblemList;
  references: References;
  samples: Samples;
  bundler: SchemaBundler;
  /** Converts schemas for documentation. */
  documents: SchemaBundler;
  security: SecurityReader;
  /** The document's first server as an absolute address; empty if unknown. */
  server: string;
  location: string | undefined;
}

/** Folders for the tags that the document describes. */
const foldersOf = (document: JsonObject): ImportedFolder[] =>
  listOf(document.tags)
    .filter(isObject)
    .flatMap(({ name, description }) => {
      const path = textOf(name);
      const text = descriptionText(description);
      return path === undefined ? [] : [{ path, ...(text === undefined ? {} : { description: text }) }];
    });

/**
 * importOpenApi makes requests from an OpenAPI 3.0, 3.1 or Swagger 2.0 document (JSON or YAML). Anything that can't be
 * read is reported in the problems; it never throws and reads nothing except `text`. Paths are appended to `baseUrl`,
 * which replaces the whole server address; without it they start with the variable `{{baseUrl}}`, whose value is the
 * document's first server, resolved against its `location`. Credentials are variables too (`{{bearerToken}}`,
 * `{{apiKey}}`, `{{accessToken}}`, `{{username}}`, `{{password}}`).
 */
export function importOpenApi(text: string, options: { baseUrl?: string; location?: string } = {}): ImportedApi {
  const problems = new ProblemList();
  const document = readDocument(text, problems);
  const dialect = document && dialectOf(document, problems);
  if (!document || !dialect)
    return { title: '', servers: [], steps: [], variables: [], environments: [], problems: problems.list() };
  const references = new References(document, problems);
  // Problems of a schema are reported where it is asserted, not here.
  const quiet = new ProblemList();
  const tools: Tools = {
    document,
    dialect,
    baseUrl: options.baseUrl?.replace(/\/+$/, ''),
    problems,
    references,
    samples: new Samples(references, problems, new SchemaBundler(references, problems, dialect, 'request')),
    bundler: new SchemaBundler(references, problems, dialect, 'response'),
    documents: new SchemaBundler(new References(document, quiet), quiet, dialect, 'documentation'),
    security: new SecurityReader(document, references, problems),
    server: '',
    location: undefined,
  };
  const servers = dialect === '2.0' ? swaggerServers(document) : serversOf(document.servers);
  tools.server = serverAddress(firstServer(document, servers), options.location);
  tools.location = options.location;
  const steps = Object.entries(objectOf(document.paths)).flatMap(([path, item]) => stepsOfPath(path, item, tools));
  for (const { place, reason } of quiet.list()) if (reason === tooLargeToDocument) problems.add(place, reason);
  noteWebhooks(document, problems);
  if (steps.length === 0) problems.add('paths', 'The document has no operations to import.');
  const { title, description, ...about } = objectOf(document.info);
  const folders = foldersOf(document);
  return {
    title: textOf(title) ?? 'Imported API',
    ...(descriptionText(description) === undefined ? {} : { description: descriptionText(description) ?? '' }),
    ...(Object.keys(about).length === 0 ? {} : { about }),
    servers,
    ...(folders.length === 0 ? {} : { folders }),
    steps,
    variables: placeholdersOf(steps, tools.server),
    environments: [],
    problems: problems.list(),
  };
}

/** The preferred server; a lone slash, which `servers` omits, is where the document comes from. */
const firstServer = (document: JsonObject, servers: readonly string[]): string | undefined =>
  objectOf(listOf(document.servers)[0]).url === '/' ? undefined : servers[0];

/** Empty if the document names no server and its own location is unknown. */
function serverAddress(server = '/', location?: string): string {
  // The product's own exports name servers by variables.
  if (server.includes('{{')) return server === '{{baseUrl}}' ? '' : server;
  const base = location !== undefined && /^https?:/i.test(location) ? location : undefined;
  if (!URL.canParse(server, base)) return '';
  const { protocol, href } = new URL(server, base);
  return /^https?:$/.test(protocol) ? href.replace(/\/+$/, '') : '';
}

const publicNames = new Set(['username', 'clientId']);

/** Credentials that the user has to provide, as variables without a value. */
function placeholdersOf(steps: readonly HttpStep[], server: string): ImportedVariable[] {
  const names = new Map<string, boolean>();
  for (const { url, authentication, headers, queryParams } of steps) {
    if (url.startsWith('{{baseUrl}}')) names.set('baseUrl', false);
    const rows = [...headers, ...queryParams].map(({ value }) => value);
    for (const text of [...Object.values(authentication), ...rows])
      for (const [, name] of String(text).matchAll(/\{\{([\w.-]+)\}\}/g))
        if (name) names.set(name, !publicNames.has(name));
  }
  return [...names].map(([name, isSecret]) => ({ name, value: name === 'baseUrl' ? server : '', isSecret }));
}

/** dialectOf returns the version of a document; an unsupported one is reported as a problem. */
export function dialectOf(document: JsonObject, problems: ProblemList): Dialect | undefined {
  const version = String(document.openapi ?? document.swagger ?? '');
  if (document.openapi === undefined && version.startsWith('2')) return '2.0';
  // YAML parses an unquoted 3.0 as the number 3.
  if (version === '3' || version.startsWith('3.0')) return '3.0';
  if (version.startsWith('3.')) return '3.1';
  const found = version === '' ? 'has no version field' : `is of version ${version}`;
  problems.add('document', `The document ${found}. Give an OpenAPI 3.0, 3.1 or Swagger 2.0 document.`);
  return undefined;
}

function stepsOfPath(path: string, item: unknown, tools: Tools): ImportedStep[] {
  if (path.startsWith('x-')) return [];
  const pathItem = tools.references.resolve(item, path);
  if (!pathItem) {
    tools.problems.add(path, 'The path has no operations.');
    return [];
  }
  if (!path.startsWith('/')) {
    tools.problems.add(path, 'A path begins with a slash; one was put before it.');
    return stepsOfPath(`/${path}`, item, tools);
  }
  noteUnknownMembers(pathItem, path, tools.problems);
  return operationsIn(pathItem).flatMap(([method, operation]) => {
    const place = `${method} ${path}`;
    try {
      if (isObject(operation)) return [stepOf({ path, method, place, pathItem, operation }, tools)];
      tools.problems.add(place, 'The operation is no object.');
    } catch (error) {
      tools.problems.add(place, `The operation could not be read: ${error instanceof Error ? error.message : error}`);
    }
    return [];
  });
}

interface OperationPlace {
  path: string;
  method: string;
  place: string;
  pathItem: JsonObject;
  operation: JsonObject;
}

function stepOf(at: OperationPlace, tools: Tools): ImportedStep {
  const { path, method, place, pathItem } = at;
  const { references, dialect, document } = tools;
  const shared = listOf(pathItem.parameters);
  const operation = dialect === '2.0' ? upgradeOperation(at.operation, shared, document, tools, place) : at.operation;
  const resolve = (parameter: unknown) => references.resolve(parameter, `${place}, parameters`);
  const parameters = mergeParameters(
    dialect === '2.0' ? [] : shared.map(resolve).filter(isObject),
    listOf(operation.parameters).map(resolve).filter(isObject),
  );
  const known = withPathParameters(parameters, path);
  const rows = parameterRows(known, place, tools);
  const { body, contentType } = requestBodyOf(operation.requestBody, place, tools);
  const security = tools.security.read(operation, place);
  if (security.authentication.type === 'none' && findHeader(security.headers, 'Authorization') === undefined)
    noteAuthorization(known, place, tools.problems);
  const success = successOf(operation, place, tools);
  noteLinks(operation, place, tools);
  const name = nameOf(operation, place);
  const servers = ownServers(at);
  const accept = success.accepts.find(isJsonType) ?? success.accepts[0];
  return {
    id: newId(),
    name,
    group: textOf(listOf(operation.tags)[0]) ?? groupOf(path),
    method,
    url: `${baseUrlOf(at, tools)}${styledPath(path, parameters)}`,
    headers: [
      ...(accept ? [{ key: 'Accept', value: accept }] : []),
      ...(contentType ? [{ key: 'Content-Type', value: contentType }] : []),
      ...rows.headers,
      ...security.headers,
    ],
    queryParams: [...rows.query, ...security.queryParams],
    pathParams: rows.path,
    body,
    authentication: security.authentication,
    assertions: success.assertions,
    dataHandlers: [],
    settings: success.isRedirection ? { followRedirects: false } : {},
    ...documentationOf({ operation, pathItem, parameters: known, rows, security, servers, name, place }, tools),
  };
}

/** OpenAPI ignores a parameter of this name, but some frameworks describe credentials by it. */
function noteAuthorization(parameters: readonly JsonObject[], place: string, problems: ProblemList): void {
  const isDescribed = parameters.some(
    ({ in: where, name }) => where === 'header' && String(name).toLowerCase() === 'authorization',
  );
  if (isDescribed)
    problems.add(
      place,
      'The header Authorization is described as a parameter, which does not count. Choose an authentication.',
    );
}

/** Calls made by the service itself can't be sent as requests. */
function noteWebhooks(document: JsonObject, problems: ProblemList): void {
  const names = Object.keys(objectOf(document.webhooks ?? document['x-webhooks']));
  if (names.length > 0)
    problems.add('webhooks', `The service itself sends these, so they are no requests: ${shortList(names)}.`);
}

function noteLinks(operation: JsonObject, place: string, { problems, references }: Tools): void {
  const callbacks = Object.keys(objectOf(operation.callbacks));
  if (callbacks.length > 0)
    problems.add(place, `The callbacks ${shortList(callbacks)} are sent by the service; they are no requests.`);
  const links = Object.entries(objectOf(operation.responses)).flatMap(([code, response]) =>
    Object.keys(objectOf(references.resolve(response, `${place}, response ${code}`)?.links)),
  );
  if (links.length > 0)
    problems.add(place, `The links ${shortList(links)} are not followed. Take the values over with a data handler.`);
}

const shortList = (names: string[]): string =>
  names.length > 10 ? `${names.slice(0, 10).join(', ')} and ${names.length - 10} more` : names.join(', ');

/** RFC 6570 §3.2.5 and §3.2.7: the prefixes of the styles `label` and `matrix` are written into the path. */
function styledPath(path: string, parameters: JsonObject[]): string {
  return path.replace(/\{([^{}/]+)\}/g, (whole, name: string) => {
    const style = parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)?.style;
    return style === 'label' ? `.${whole}` : style === 'matrix' ? `;${name}=${whole}` : whole;
  });
}

/** Many documents don't declare all parameters of a path; without a value the request could not be sent. */
function withPathParameters(parameters: JsonObject[], path: string): JsonObject[] {
  const declared = new Set(parameters.filter(({ in: where }) => where === 'path').map(({ name }) => name));
  const named = [...path.matchAll(/\{([^{}/]+)\}/g)].map(([, name]) => name);
  const missing = named.filter((name) => !declared.has(name));
  return [...parameters, ...missing.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))];
}

/** Servers defined by the operation or its path. */
function ownServers({ operation, pathItem }: OperationPlace): string[] {
  const own = serversOf(operation.servers);
  return own.length > 0 ? own : serversOf(pathItem.servers);
}

function baseUrlOf(at: OperationPlace, tools: Tools): string {
  if (tools.baseUrl !== undefined) return tools.baseUrl;
  const own = ownServers(at)[0]?.replace(/\/+$/, '');
  if (own === undefined || own === tools.server) return '{{baseUrl}}';
  if (/^(https?:\/\/|\{\{)/i.test(own)) return own;
  const base = tools.location ?? tools.server;
  return URL.canParse(own, base) ? new URL(own, base).href.replace(/\/+$/, '') : '{{baseUrl}}';
}

/** serversOf returns the addresses of servers with their variables filled in. */
export function serversOf(servers: unknown): string[] {
  return listOf(servers)
    .filter(isObject)
    .map(({ url, variables }) =>
      (textOf(url) ?? '').replace(/\{([^{}]+)\}/g, (whole, name: string) => {
        const value = objectOf(objectOf(variables)[name]).default;
        return value === undefined ? whole : String(value);
      }),
    )
    .filter((url) => url !== '' && url !== '/');
}

const nameOf = (operation: JsonObject, place: string): string =>
  shortName((textOf(operation.summary) ?? textOf(operation.operationId) ?? place).replace(/\s+/g, ' '));

const groupOf = (path: string): string =>
  path.split('/').find((part) => part !== '' && !part.startsWith('{')) ?? 'default';
