import type { ImportedStep } from '../../imported-collection.ts';
import { isObject, type JsonObject } from '../../json-values.ts';
import { operationIdOf } from '../../openapi/openapi-documentation.ts';
import { shortName } from '../../step-parts.ts';
import type { ExportSource } from '../export-source.ts';
import { type OpenApiAddress, OpenApiServers, serverOf } from './openapi-address.ts';
import { requestBodyOf } from './openapi-body.ts';
import { parametersOf } from './openapi-parameters.ts';
import { responsesOf } from './openapi-responses.ts';
import { SchemaComponents } from './openapi-schemas.ts';
import { SecuritySchemes } from './openapi-security.ts';

const standardMethods = new Set(['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace']);

interface Shared {
  ids: Set<string>;
  components: SchemaComponents;
  security: SecuritySchemes;
}

/**
 * exportOpenApi describes the requests as OpenAPI 3.1: addresses become servers, requests become operations with their
 * values as examples, and documentation and assertions become responses. Two requests with one method and path become
 * one operation.
 */
export function exportOpenApi(source: ExportSource): string {
  const { title, description, about = {}, steps, folders = [] } = source;
  const paths: Record<string, JsonObject> = {};
  const servers = new OpenApiServers(source);
  const shared: Shared = { ids: new Set(), components: new SchemaComponents(), security: new SecuritySchemes() };
  for (const step of steps) {
    const address = servers.addressOf(step);
    const method = step.method.trim().toLowerCase() || 'get';
    if (!standardMethods.has(method)) continue;
    const item = paths[address.path] ?? {};
    paths[address.path] = item;
    const operation = operationOf(step, address, shared);
    const known = item[method];
    item[method] = isObject(known) ? merged(known, operation) : operation;
  }
  const { schemas } = shared.components;
  const { schemes } = shared.security;
  const list = servers.list();
  const document = {
    openapi: '3.1.0',
    info: { title: title || 'API', version: '1.0.0', ...about, ...(description === undefined ? {} : { description }) },
    ...(list.length === 0 ? {} : { servers: list }),
    ...(folders.length === 0
      ? {}
      : {
          tags: folders.map(({ path, description: text }) => ({ name: path, ...(text ? { description: text } : {}) })),
        }),
    paths,
    ...(schemas || schemes
      ? { components: { ...(schemas && { schemas }), ...(schemes && { securitySchemes: schemes }) } }
      : {}),
  };
  return JSON.stringify(document, null, 2);
}

function operationOf(
  step: ImportedStep,
  { server, path: _path, parameters: path }: OpenApiAddress,
  { ids, components, security }: Shared,
): JsonObject {
  const { documentation = {}, description } = step;
  const requestBody = requestBodyOf(step, components);
  const requirements = security.requirementsOf(step);
  const parameters = parametersOf(step, path, components);
  const tags = [...(step.group === '' ? [] : [step.group]), ...(documentation.tags ?? [])];
  const isShortened = documentation.name !== undefined && shortName(documentation.name) === step.name;
  const isDocumented = server !== undefined && documentation.servers?.[0]?.replace(/\/+$/, '') === server;
  const servers = isDocumented ? documentation.servers : server === undefined ? undefined : [server];
  return {
    summary: isShortened ? documentation.name : step.name,
    ...(description === undefined ? {} : { description }),
    operationId: uniqueId(documentation.operationId ?? operationIdOf(step.name), ids),
    ...(tags.length === 0 ? {} : { tags }),
    ...(documentation.externalDocs === undefined ? {} : { externalDocs: documentation.externalDocs }),
    ...(documentation.isDeprecated ? { deprecated: true } : {}),
    ...(servers === undefined ? {} : { servers: servers.map(serverOf) }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: responsesOf(step, components),
    ...(requirements === undefined ? {} : { security: requirements }),
  };
}

function uniqueId(wanted: string, ids: Set<string>): string {
  let id = wanted;
  for (let count = 2; ids.has(id); count += 1) id = `${wanted}${count}`;
  ids.add(id);
  return id;
}

/** The later request adds the responses and parameters that the earlier one lacks. */
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
