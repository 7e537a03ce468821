import { assertionSchema, type StepDetail } from '@touchstone/contracts/api-testing';
import { expect, test } from 'vitest';
import { suggestAssertions } from './suggest-assertions.ts';

const response = (body: unknown, totalMs = 40): StepDetail =>
  ({
    exchange: {
      response: {
        status: 201,
        statusText: 'Created',
        headers: [['content-type', 'application/json; charset=utf-8']],
        body: { text: typeof body === 'string' ? body : JSON.stringify(body), sizeBytes: 9, truncated: false },
      },
      timing: { totalMs },
    },
  }) as unknown as StepDetail;
const words = (detail: StepDetail) =>
  suggestAssertions(detail, []).map(({ kind, path, operator, expected }) =>
    [kind, path, operator, JSON.stringify(expected)].filter((part) => part !== undefined).join(' '),
  );

test('for an object: status, type, identifying values, shape and a time bound, but nothing volatile', () => {
  const body = {
    requestToken: 'abc',
    createdAt: '2026-01-01T10:00:00Z',
    trace: '1b4e28ba-2fa1-11d2-883f-0016d3cca427',
    colour: 'red',
    'sold out': false,
    id: 7,
    name: 'Rex',
    tags: ['a'],
    owner: { name: 'Ana' },
  };
  expect(words(response(body))).toEqual([
    'status equals 201',
    'header Content-Type contains "application/json"',
    'jsonPath $.id equals 7',
    'jsonPath $.name equals "Rex"',
    'jsonPath $.colour equals "red"',
    'jsonPath $.tags type "array"',
    'jsonPath $.owner type "object"',
    'responseTime lessThan 200',
  ]);
});

test('for a list: that it is one, and what every entry has', () => {
  expect(
    words(
      response(
        [
          { id: 1, extra: 1, name: 'a' },
          { name: 'b', id: 2 },
        ],
        900,
      ),
    ),
  ).toEqual([
    'status equals 201',
    'header Content-Type contains "application/json"',
    'jsonPath $ type "array"',
    'jsonPath $[0].id exists',
    'jsonPath $[0].name exists',
    'responseTime lessThan 5000',
  ]);
  expect(words(response([]))).toContain('jsonPath $ type "array"');
});

test('names with special characters are quoted in paths', () => {
  expect(words(response({ "it's": 1 }))).toContain("jsonPath $['it\\'s'] equals 1");
});

test('suggestions are few, and each is valid in a script', () => {
  const wide = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`field${index}`, index % 2 ? {} : index]));
  const found = suggestAssertions(response(wide), []);
  expect(found.length).toBeLessThanOrEqual(9);
  for (const assertion of found) expect(assertionSchema.safeParse(assertion).success).toBe(true);
});

test('existing assertions are not suggested again, and without a response there are no suggestions', () => {
  const present = suggestAssertions(response({ id: 7 }), []);
  expect(suggestAssertions(response({ id: 8 }), present)).toEqual([]);
  expect(suggestAssertions({ exchange: null } as StepDetail, [])).toEqual([]);
  expect(words(response('<a/>'))).toHaveLength(3);
});
