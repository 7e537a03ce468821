import { type AnyRoute, errorSchema, routePrefix } from '@touchstone/contracts';
import { z } from 'zod';

type Json = Record<string, unknown>;

const toSchema = (schema: unknown, io: 'input' | 'output'): Json => {
  const json = z.toJSONSchema(schema as z.ZodType, { io, unrepresentable: 'any' }) as Json;
  delete json.$schema;
  return json;
};

/** buildOpenApi describes all bound routes as an OpenAPI 3.1 document; each operation is tagged with its service id. */
export function buildOpenApi(routes: readonly AnyRoute[], info: { version: string; serverUrl: string }): Json {
  const paths: Record<string, Json> = {};
  const services = new Set<string>();
  for (const route of routes) {
    services.add(route.service);
    const path = routePrefix(route.service) + route.path;
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = operation(route);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Touchstone',
      version: info.version,
      description: 'Every call of the platform. Sign in at `POST /services/identity/token`.',
    },
    servers: [{ url: info.serverUrl }],
    tags: [...services].sort().map((name) => ({ name })),
    paths,
    components: {
      schemas: { Error: toSchema(errorSchema, 'output') },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      responses: {
        Error: {
          description: 'The call was refused or failed',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
    },
  };
}

function operation(route: AnyRoute): Json {
  const status = String(route.status ?? (route.response || route.produces ? 200 : 204));
  const type = route.produces ?? 'application/json';
  const answer: Json = { description: 'Success' };
  if (route.response) answer.content = { [type]: { schema: toSchema(route.response, 'output') } };
  else if (route.produces) answer.content = { [type]: { schema: { type: 'string' } } };
  return {
    operationId: `${route.service}.${route.method.toLowerCase()}.${route.path.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '')}`,
    tags: [route.service],
    'x-service': route.service,
    'x-access': route.access,
    summary: route.summary,
    security: route.access.kind === 'public' ? [] : [{ bearer: [] }],
    parameters: [...parameters(route.params, 'path'), ...parameters(route.query, 'query')],
    ...(route.body && { requestBody: requestBody(route) }),
    responses: { [status]: answer, default: { $ref: '#/components/responses/Error' } },
  };
}

function requestBody(route: AnyRoute): Json {
  const types = {
    json: 'application/json',
    form: 'application/x-www-form-urlencoded',
    multipart: 'multipart/form-data',
  };
  return { required: true, content: { [types[route.bodyType ?? 'json']]: { schema: toSchema(route.body, 'input') } } };
}

function parameters(schema: unknown, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const json = toSchema(schema, 'input') as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(json.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (json.required ?? []).includes(name),
    schema: property,
  }));
}
