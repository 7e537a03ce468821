import { describe, expect, test } from 'vitest';
import { describeOpenApi } from './describe-openapi.ts';
import { importOpenApi } from './import-openapi.ts';

const responses = { 200: { description: 'good' } };
const operation = { responses };

function read(paths: object, more: object = {}, location?: string) {
  const text = JSON.stringify({ openapi: '3.2.0', info: { title: 'T', version: '1' }, paths, ...more });
  const { steps, variables, problems } = importOpenApi(text, location === undefined ? {} : { location });
  return {
    text,
    steps,
    methods: steps.map(({ method, name }) => `${method} (${name})`),
    baseUrl: variables.find(({ name }) => name === 'baseUrl')?.value,
    reasons: problems.map(({ place, reason }) => `${place}: ${reason}`),
  };
}

describe('a path', () => {
  const other = (name: string) =>
    `/a: A path has no member ${name}; it was left out. Methods are written in small letters.`;

  test('has its usual methods in one order, then those of OpenAPI 3.2 as they are written', () => {
    const usual = ['query', 'trace', 'options', 'head', 'delete', 'patch', 'put', 'post', 'get'];
    const path = {
      additionalOperations: { COPY: operation, 'My-Own': { ...operation, summary: 'own' }, LINK: 5 },
      ...Object.fromEntries(usual.map((method) => [method, operation])),
    };
    const { text, methods, reasons } = read({ '/a': path });
    const inOrder = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY', 'COPY'];
    expect(methods).toStrictEqual([...inOrder.map((method) => `${method} (${method} /a)`), 'My-Own (own)']);
    expect(reasons).toStrictEqual(['LINK /a: The operation is no object.']);
    const { operations, problems } = describeOpenApi(text);
    expect(operations.map(({ method }) => method)).toStrictEqual([...inOrder, 'My-Own']);
    expect(problems).toStrictEqual([]);
  });

  test('reports members that it cannot have', () => {
    const { text, methods, reasons } = read({
      '/a': {
        GET: operation,
        Post: operation,
        purge: operation,
        get: operation,
        'x-own': {},
        summary: 's',
        description: 'd',
        parameters: [],
        servers: [],
        note: 'text',
      },
    });
    expect(methods).toStrictEqual(['GET (GET /a)']);
    expect(reasons).toStrictEqual([other('GET'), other('Post'), other('purge')]);
    expect(describeOpenApi(text).problems.map(({ place, reason }) => `${place}: ${reason}`)).toStrictEqual(reasons);
  });
});

test.each<[servers: unknown, location: string | undefined, baseUrl: string]>([
  [undefined, 'http://h:8080/docs/openapi.json', 'http://h:8080'],
  [[{ url: '/' }], 'http://h:8080/docs/openapi.json', 'http://h:8080'],
  [[{ url: '/' }, { url: 'https://production' }], 'http://h:8080/docs/openapi.json', 'http://h:8080'],
  [[{ url: '/' }, { url: 'https://production' }], undefined, ''],
  [[{ url: 'https://production' }, { url: '/' }], 'http://h:8080/docs/openapi.json', 'https://production'],
  [[{ url: '/api' }], 'http://h:8080/docs/openapi.json', 'http://h:8080/api'],
  [[{ url: '' }, { url: 'https://production' }], 'http://h:8080/openapi.json', 'https://production'],
])('from the servers %j at %j the first is used', (servers, location, baseUrl) => {
  expect(read({ '/a': { get: operation } }, { servers }, location).baseUrl).toBe(baseUrl);
});

describe('a parameter for the header Authorization', () => {
  const parameters = [{ in: 'header', name: 'authorization', required: true, schema: { type: 'string' } }];
  const reason =
    'GET /a: The header Authorization is described as a parameter, which does not count. Choose an authentication.';
  const bearer = { type: 'http', scheme: 'bearer' };
  const key = { type: 'apiKey', in: 'header', name: 'Authorization' };

  test.each<[title: string, get: object, reasons: string[]]>([
    ['without another authentication', { parameters }, [reason]],
    ['next to an authentication', { parameters, security: [{ bearer: [] }] }, []],
    ['next to a key of the same name', { parameters, security: [{ key: [] }] }, []],
    ['as a query parameter', { parameters: [{ ...parameters[0], in: 'query' }] }, []],
    ['of another name', { parameters: [{ ...parameters[0], name: 'X-Authorization' }] }, []],
  ])('%s is reported only if nothing replaces it', (_title, get, reasons) => {
    const components = { securitySchemes: { bearer, key } };
    const found = read({ '/a': { get: { ...operation, ...get } } }, { components });
    expect(found.reasons).toStrictEqual(reasons);
    expect(found.steps[0]?.headers.filter(({ value }) => value === 'string')).toHaveLength(
      reasons.length === 0 && JSON.stringify(get).includes('X-Auth') ? 1 : 0,
    );
  });
});
