import { createServer } from 'node:http';
import type { HttpAssertion } from '@touchstone/engine-assert/core';
import { createHttpSession } from '@touchstone/engine-http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writePostmanTests } from '../core/export/postman/postman-tests.ts';

/**
 * The tests generated for Postman run in the sandbox, which has Postman's API, and must agree with the product's
 * assertions.
 */
let url = '';
const server = createServer((_request, response) => {
  response.statusCode = 201;
  response.setHeader('content-type', 'application/json');
  response.setHeader('x-kind', 'pet');
  response.setHeader('set-cookie', 'sid=abc; Path=/');
  response.end(
    JSON.stringify({
      id: 7,
      name: 'Rex',
      tags: ['b', 'a'],
      sizes: [1, 2, 3],
      on: true,
      none: null,
      born: '2024-05-01',
      at: { x: 1, y: 2 },
      letters: [...'abcdefghijk'],
    }),
  );
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as { port: number }).port}/pets/7`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const json = (path: string, operator: HttpAssertion['operator'], expected?: unknown): HttpAssertion => ({
  kind: 'jsonPath',
  path,
  operator,
  ...(expected === undefined ? {} : { expected }),
});
const other = (
  kind: HttpAssertion['kind'],
  operator: HttpAssertion['operator'],
  expected?: unknown,
): HttpAssertion => ({
  kind,
  operator,
  ...(kind === 'header' ? { path: 'X-Kind' } : {}),
  ...(expected === undefined ? {} : { expected }),
});

const assertions: HttpAssertion[] = [
  ...[201, '201', '2xx', '200-299', 200, '4XX'].map((value) => other('status', 'equals', value)),
  ...['200, 201', '2xx,404', '200,204'].map((value) => other('status', 'in', value)),
  other('status', 'notEquals', 500),
  other('status', 'notEquals', 201),
  other('status', 'lessThan', 300),
  other('status', 'greaterOrEqual', 300),
  other('responseTime', 'lessThan', 60_000),
  other('responseTime', 'greaterThan', 60_000),
  other('header', 'equals', 'pet'),
  other('header', 'equals', 'car'),
  other('header', 'contains', 'pe'),
  other('header', 'exists'),
  other('header', 'notExists'),
  { kind: 'header', path: 'X-None', operator: 'exists' },
  { kind: 'header', path: 'X-None', operator: 'notExists' },
  other('body', 'contains', 'Rex'),
  other('body', 'notContains', 'Rex'),
  other('body', 'matches', '"id":\\s*7'),
  other('body', 'exists'),
  other('body', 'notExists'),
  json('$.id', 'equals', 7),
  json('$.id', 'equals', '7'),
  json('$.id', 'equals', '{{wanted}}'),
  json('$.id', 'equals', 8),
  json('$.name', 'notEquals', 'Max'),
  json('$.on', 'equals', 'true'),
  json('$.none', 'equals', null),
  json('$.none', 'exists'),
  json('$.missing', 'exists'),
  json('$.missing', 'notExists'),
  json("$['at']", 'equals', { y: 2, x: 1 }),
  json('$.at', 'equals', '{"x":1,"y":3}'),
  json('$.tags[0]', 'equals', 'b'),
  json('$.letters[10]', 'equals', 'k'),
  json('$.letters[1]', 'equals', 'k'),
  json('$["at"].x', 'equals', 1),
  json('$.tags', 'contains', 'a'),
  json('$.tags', 'notContains', 'a'),
  json('$.tags', 'length', 2),
  json('$.name', 'length', '3'),
  json('$.at', 'length', 3),
  json('$.tags', 'equalsIgnoringOrder', ['a', 'b']),
  json('$.tags', 'equalsIgnoringOrder', '["a","c"]'),
  json('$.sizes', 'each', { operator: 'greaterThan', expected: 0 }),
  json('$.sizes', 'each', '{"operator":"lessThan","expected":3}'),
  json('$.id', 'in', '5, 7'),
  json('$.id', 'in', [5, 6]),
  json('$.id', 'type', 'integer'),
  json('$.id', 'type', 'number'),
  json('$.none', 'type', 'null'),
  json('$.tags', 'type', 'object'),
  json('$.born', 'greaterThan', '2024-01-01'),
  json('$.born', 'lessThan', '2024-01-01'),
  json('$.name', 'matches', '^R'),
  json('$.name', 'schema', { type: 'string', minLength: 4 }),
  json('$.at', 'schema', { type: 'object', required: ['x'] }),
  { kind: 'jsonSchema', operator: 'equals', expected: '{"type":"object","required":["id"]}' },
  { kind: 'jsonSchema', operator: 'notEquals', expected: { type: 'object', required: ['id'] } },
];

test('the generated Postman tests pass and fail like their assertions', async () => {
  const script = writePostmanTests({ assertions, dataHandlers: [] }) ?? '';
  const step = {
    id: 'a',
    name: 'Read',
    group: '',
    method: 'GET',
    url,
    headers: [],
    queryParams: [],
    pathParams: [],
    body: { type: 'none' as const },
    authentication: { type: 'none' as const },
    dataHandlers: [],
    settings: {},
  };
  const session = createHttpSession({ scopes: [{ wanted: '7' }, {}] });
  const own = await session.execute({ ...step, assertions });
  const generated = await session.execute({ ...step, assertions: [], testScript: script });
  await session.close();
  expect(generated.error).toBeUndefined();
  const outcome = (result: typeof own) => result.assertions.map(({ status }, index) => [assertions[index], status]);
  expect(generated.assertions).toHaveLength(assertions.length);
  expect(outcome(generated)).toEqual(outcome(own));
  expect(new Set(own.assertions.map(({ status }) => status))).toEqual(new Set(['passed', 'failed']));
});

test('data handlers set variables of the environment; anything without a Postman equivalent is skipped', async () => {
  const script = writePostmanTests({
    assertions: [json('$..id', 'equals', 7), { kind: 'xpath', path: '//id', operator: 'exists' }],
    dataHandlers: [
      { name: 'id', source: 'jsonPath', path: '$.id' },
      { name: 'tags', source: 'jsonPath', path: '$.tags' },
      { name: 'kind', source: 'header', path: 'X-Kind' },
      { name: 'word', source: 'regex', path: '"name":"(\\w+)"' },
      { name: 'code', source: 'status', path: '' },
      { name: 'none', source: 'jsonPath', path: '$.missing' },
      { name: 'far', source: 'xpath', path: '//id' },
    ],
  });
  const session = createHttpSession({ scopes: [{}, {}] });
  const result = await session.execute({
    id: 'a',
    name: 'Read',
    group: '',
    method: 'GET',
    url,
    headers: [],
    queryParams: [],
    pathParams: [],
    body: { type: 'none' },
    authentication: { type: 'none' },
    assertions: [],
    dataHandlers: [],
    settings: {},
    testScript: `${script}
pm.test("set", () => pm.expect(["id","tags","kind","word","code","none","far"].map((name) => pm.environment.get(name)))
  .to.eql(["7", '["b","a"]', "pet", "Rex", "201", undefined, undefined]));`,
  });
  await session.close();
  expect(result.error).toBeUndefined();
  expect(result.assertions.filter(({ status }) => status === 'failed')).toEqual([]);
  expect(result.assertions.at(-1)).toMatchObject({ message: expect.stringContaining('set'), status: 'passed' });
});
