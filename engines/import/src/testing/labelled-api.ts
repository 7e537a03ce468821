/** Documents with known links, labelled by people who read what each operation needs. */
export interface LabelledApi {
  name: string;
  document: object;
  /**
   * For each value that has to come from a response, `operation.parameter`: the operations and paths that may provide
   * it.
   */
  links: Record<string, string[]>;
}

type Property = string | { [key: string]: Property } | [Property];
type Operation = [
  request: string,
  id: string,
  details?: { body?: Property; answer?: Property; query?: string[]; bearer?: true },
];

/** `id:uuid` is a string with that format, `#` a number, `Name` a schema of the document, a one-item list is a list. */
function schemaOf(property: Property): object {
  if (Array.isArray(property)) return { type: 'array', items: schemaOf(property[0]) };
  if (typeof property === 'object')
    return {
      type: 'object',
      properties: Object.fromEntries(Object.entries(property).map(([key, value]) => [key, schemaOf(value)])),
    };
  if (/^[A-Z]/.test(property)) return { $ref: `#/components/schemas/${property}` };
  if (property === '#') return { type: 'integer' };
  if (property === '?') return { type: 'boolean' };
  return property === '' ? { type: 'string' } : { type: 'string', format: property };
}

/** A required parameter; text after a colon is its description. */
function queryOf(text: string): object {
  const [name, description] = text.split(': ');
  return { name, description, in: 'query', required: true, schema: { type: 'string' } };
}

/** documentOf expands a compact notation to an OpenAPI document. */
export function documentOf(
  title: string,
  idType: '' | '#' | 'uuid',
  schemas: Record<string, Property>,
  operations: Operation[],
): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [request, operationId, { body, answer, query = [], bearer } = {}] of operations) {
    const [method = '', path = ''] = request.split(' ');
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: schemaOf(idType),
    }));
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        operationId,
        parameters: [...names, ...query.map(queryOf)],
        ...(body && { requestBody: { content: { 'application/json': { schema: schemaOf(body) } } } }),
        ...(bearer && { security: [{ bearer: [] }] }),
        responses: {
          [method === 'POST' ? '201' : '200']: {
            description: '',
            ...(answer && { content: { 'application/json': { schema: schemaOf(answer) } } }),
          },
        },
      },
    };
  }
  return {
    openapi: '3.0.3',
    info: { title, version: '1' },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: Object.fromEntries(Object.entries(schemas).map(([name, property]) => [name, schemaOf(property)])),
    },
  };
}
