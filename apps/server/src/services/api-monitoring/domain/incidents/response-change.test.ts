import { expect, test } from 'vitest';
import { responseChanges } from './response-change.ts';

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

test('at most a hundred changes are told, and of each value the beginning', () => {
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
