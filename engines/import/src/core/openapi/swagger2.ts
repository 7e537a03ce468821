import { isObject, type JsonObject, listOf, objectOf, textOf } from '../json-values.ts';
import type { ProblemList } from '../problems.ts';
import type { References } from './references.ts';

const formTypes = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** swaggerServers returns the servers that result from scheme, host and base path in Swagger 2.0. */
export function swaggerServers(document: JsonObject): string[] {
  const host = textOf(document.host);
  const basePath = textOf(document.basePath) ?? '';
  if (!host) return basePath && basePath !== '/' ? [basePath] : [];
  const schemes = listOf(document.schemes).filter((scheme) => scheme === 'http' || scheme === 'https');
  return (schemes.length > 0 ? schemes : ['https']).map((scheme) => `${scheme}://${host}${basePath}`);
}

/** upgradeOperation converts an operation from Swagger 2.0 to OpenAPI 3, so that one reader handles both. */
export function upgradeOperation(
  operation: JsonObject,
  shared: unknown[],
  document: JsonObject,
  { references, problems }: { references: References; problems: ProblemList },
  place: string,
): JsonObject {
  const own = listOf(operation.parameters);
  const resolve = (parameter: unknown) => references.resolve(parameter, `${place}, parameters`);
  const parameters = mergeParameters(shared.map(resolve).filter(isObject), own.map(resolve).filter(isObject));
  const consumes = textList(operation.consumes ?? document.consumes);
  const produces = textList(operation.produces ?? document.produces);
  const body = parameters.find(({ in: where }) => where === 'body');
  const form = parameters.filter(({ in: where }) => where === 'formData');
  if (body && form.length > 0)
    problems.add(
      `${place}, parameters`,
      `The form fields ${form.map(({ name }) => name).join(', ')} were left out, because the operation has a body as well.`,
    );
  const requestBody = body ? bodyOf(body, consumes) : form.length > 0 ? formOf(form, consumes) : undefined;
  return {
    ...operation,
    parameters: parameters.filter(({ in: where }) => where !== 'body' && where !== 'formData').map(upgradeParameter),
    ...(requestBody && { requestBody }),
    responses: upgradeResponses(operation.responses, produces, references, place),
  };
}

/** mergeParameters merges the parameters of a path with those of an operation, which take precedence. */
export function mergeParameters(shared: JsonObject[], own: JsonObject[]): JsonObject[] {
  const byKey = new Map<string, JsonObject>();
  for (const parameter of [...shared, ...own]) byKey.set(`${parameter.in} ${parameter.name}`, parameter);
  return [...byKey.values()];
}

function upgradeParameter(parameter: JsonObject): JsonObject {
  const { name, in: where, required, description, collectionFormat, ...schema } = parameter;
  const example = schema['x-example'] ?? schema.example;
  return {
    name,
    in: where,
    required,
    ...(description !== undefined && { description }),
    schema,
    ...styleOf(collectionFormat),
    ...(example !== undefined && { example }),
  };
}

const styles: Record<string, string> = { ssv: 'spaceDelimited', pipes: 'pipeDelimited', tsv: 'tabDelimited' };
const styleOf = (collectionFormat: unknown): { style: string | undefined; explode: boolean } => ({
  style:
    typeof collectionFormat === 'string' && Object.hasOwn(styles, collectionFormat)
      ? styles[collectionFormat]
      : undefined,
  explode: collectionFormat === 'multi',
});

function bodyOf(body: JsonObject, consumes: string[]): JsonObject {
  const media = { schema: body.schema ?? {}, ...(body['x-example'] !== undefined && { example: body['x-example'] }) };
  const types = consumes.filter((type) => !formTypes.includes(type));
  return {
    required: body.required === true,
    ...(body.description !== undefined && { description: body.description }),
    content: Object.fromEntries((types.length > 0 ? types : ['application/json']).map((type) => [type, media])),
  };
}

function formOf(fields: JsonObject[], consumes: string[]): JsonObject {
  const hasFile = fields.some(({ type }) => type === 'file');
  const wanted = consumes.find((type) => formTypes.includes(type)) ?? formTypes[0];
  const properties = fields.map(({ name, in: where, required, ...schema }) => [
    name,
    schema.type === 'file' ? { type: 'string', format: 'binary' } : schema,
  ]);
  return {
    content: {
      [(hasFile ? 'multipart/form-data' : wanted) ?? '']: {
        schema: {
          type: 'object',
          properties: Object.fromEntries(properties),
          required: fields.filter(({ required }) => required === true).map(({ name }) => name),
        },
        encoding: Object.fromEntries(fields.map(({ name, collectionFormat }) => [name, styleOf(collectionFormat)])),
      },
    },
  };
}

function upgradeResponses(responses: unknown, produces: string[], references: References, place: string): JsonObject {
  const upgraded = Object.entries(objectOf(responses)).map(([code, response]) => {
    const resolved = references.resolve(response, `${place}, response ${code}`) ?? {};
    const { schema, description } = resolved;
    const examples = objectOf(resolved.examples);
    const named = schema === undefined ? [] : produces.length > 0 ? produces : ['application/json'];
    const types = [...new Set([...named, ...Object.keys(examples)])];
    const content = types.map((type) => [
      type,
      {
        ...(schema !== undefined && { schema }),
        ...(Object.hasOwn(examples, type) && { example: examples[type] }),
      },
    ]);
    const headers = Object.entries(objectOf(resolved.headers)).map(([name, header]) => {
      const { description: text, ...schemaOfHeader } = objectOf(header);
      return [name, { ...(text !== undefined && { description: text }), schema: schemaOfHeader }];
    });
    return [
      code,
      {
        ...(description !== undefined && { description }),
        ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
        ...(types.length > 0 && { content: Object.fromEntries(content) }),
      },
    ];
  });
  return Object.fromEntries(upgraded) as JsonObject;
}

const textList = (value: unknown): string[] => listOf(value).filter((item) => typeof item === 'string');

/** upgradeScheme converts a security definition from Swagger 2.0 to OpenAPI 3. */
export function upgradeScheme(scheme: JsonObject): JsonObject {
  const { type, flow, authorizationUrl, tokenUrl, scopes, ...rest } = scheme;
  if (type === 'basic') return { ...rest, type: 'http', scheme: 'basic' };
  if (type !== 'oauth2' || typeof flow !== 'string') return scheme;
  const names: Record<string, string> = { application: 'clientCredentials', accessCode: 'authorizationCode' };
  const name = Object.hasOwn(names, flow) ? (names[flow] ?? flow) : flow;
  const parts = { authorizationUrl, tokenUrl, scopes: objectOf(scopes) };
  const given = Object.entries(parts).filter(([, value]) => value !== undefined);
  return { ...rest, type, flows: { [name]: Object.fromEntries(given) } };
}
