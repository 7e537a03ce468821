import { expect, test } from 'vitest';
import { goodResponse, jsonOf, responseChanges } from './response-change.ts';

const json = 'application/json';
const good = (body: string | null, contentType: string | null = json, status = 200) => ({ body, contentType, status });
const failing = (body: string | null, contentType: string | null = json, status = 200) => ({
  status,
  headers: contentType === null ? [] : [['Content-Type', contentType] as const],
  body,
});

test.each<[string, ReturnType<typeof good>, ReturnType<typeof failing>, unknown[]]>([
  ['nothing', good('{"a":1}'), failing('{"a":1}'), []],
  ['how the type says its characters', good('{"a":1}'), failing('{"a":1}', `${json}; charset=utf-8`), []],
  ['the order of fields', good('{"a":1,"b":2}'), failing('{"b":2,"a":1}'), []],
  ['the status', good('{}'), failing('{}', json, 500), [['status', '200', '500']]],
  ['the type', good('a', 'text/plain'), failing('a', 'text/html'), [['content-type', 'text/plain', 'text/html']]],
  ['that there is no type', good('a', 'text/plain'), failing('a', null), [['content-type', 'text/plain', null]]],
  [
    'fields of JSON, which come, go and change',
    good('{"a":1,"b":{"c":[1]},"d":null}'),
    failing('{"a":"x","b":{"c":[2]},"e":true}'),
    [
      ['$.a', '1', 'x'],
      ['$.b.c[0]', '1', '2'],
      ['$.d', null, null],
      ['$.e', null, 'true'],
    ],
  ],
  ['a text', good('fine', 'text/plain'), failing('broken', 'text/plain'), [['body', 'fine', 'broken']]],
  ['a page in place of JSON', good('{"a":1}'), failing('<html>', json), [['body', '{"a":1}', '<html>']]],
  ['that nothing came', good('{"a":1}'), failing(null), [['body', '{"a":1}', null]]],
])('a failing response is told by what is otherwise: %s', (_name, before, after, expected) => {
  expect(responseChanges(before, after).map((one) => [one.path, one.before, one.after])).toEqual(expected);
});

test('at most a hundred changes are listed, each with the start of its values', () => {
  const many = (value: number) => JSON.stringify(Array.from({ length: 150 }, () => value));
  expect(responseChanges(good(many(1)), failing(many(2)))).toHaveLength(100);
  const [change] = responseChanges(good('x'.repeat(900), 'text/plain'), failing('y', 'text/plain'));
  expect(change?.before).toHaveLength(500);
});

test.each([
  [null, failing('a')],
  [good('a'), null],
  [good('a'), undefined],
])('without one of both responses nothing is told', (before, after) => {
  expect(responseChanges(before, after)).toEqual([]);
});

test.each([
  ['{"a":1}', { a: 1 }],
  [' \n[1]', [1]],
  ['{"a":', undefined],
  ['"text"', undefined],
  ['<a>{}</a>', undefined],
  [null, undefined],
])('the body %j is the JSON %j', (body, json) => {
  expect(jsonOf(body)).toEqual(json);
});

const response = (body: string | null, contentType: string | null = 'application/json; charset=utf-8') =>
  goodResponse({ status: 200, durationMs: 5, contentType, body });

test('a good response keeps what later ones are compared with', () => {
  expect(response('{"b":[{"c":null}],"a":1}')).toEqual({
    status: 200,
    durationMs: 5,
    contentType: 'application/json',
    body: '{"b":[{"c":null}],"a":1}',
    shape: '200\napplication/json\n$.a:number\n$.b[].c:null',
  });
  expect(response(null, null)).toMatchObject({ contentType: null, body: null, shape: '200\n' });
  expect(response('x'.repeat(9000)).body).toHaveLength(8192);
});

test.each([
  ['another value', '{"a":1}', '{"a":2}', true],
  ['another order', '{"a":1,"b":2}', '{"b":2,"a":1}', true],
  ['more of the same', '[{"a":1}]', '[{"a":1},{"a":2}]', true],
  ['another type', '{"a":1}', '{"a":"1"}', false],
  ['another member', '{"a":1}', '{"a":1,"b":1}', false],
  ['an item of another kind', '[1]', '[1,"x"]', false],
  ['an item beyond the first five', '[1,2,3,4,5]', '[1,2,3,4,5,"x"]', true],
])('%s: the same structure %s, %s, %s', (_, before, after, isSame) => {
  expect(response(before).shape === response(after).shape).toBe(isSame);
});

test('only a part of very large and very deep responses is compared', () => {
  const wide = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n])));
  expect(response(wide(1000)).shape.split('\n')).toHaveLength(302);
  const nested = (depth: number): string => (depth === 0 ? '1' : `{"a":${nested(depth - 1)}}`);
  expect(response(nested(8)).shape).toContain('$.a.a.a.a.a.a.a.a:number');
  expect(response(nested(9)).shape).toBe('200\napplication/json');
});
