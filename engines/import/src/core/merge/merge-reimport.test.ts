import type { HttpStep } from '@touchstone/engine-http/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pathTemplate } from './merge-identity.ts';
import { canonical } from './merge-parts.ts';
import { mergePieces, mergeReimport } from './merge-reimport.ts';

let last = 0;
const step = (parts: Partial<HttpStep> = {}): HttpStep => {
  last += 1;
  return {
    id: `step-${last}`,
    name: 'List pets',
    group: 'pets',
    method: 'GET',
    url: '{{baseUrl}}/pets',
    headers: [],
    queryParams: [],
    pathParams: [],
    body: { type: 'none' },
    authentication: { type: 'none' },
    assertions: [{ kind: 'status', operator: 'in', expected: '200' }],
    dataHandlers: [],
    settings: {},
    ...parts,
  };
};

test.each([
  ['{{baseUrl}}/pets/{petId}', '/pets/{}'],
  ['https://h:80/v1/pets/:id/?x=1#y', '/v1/pets/{}'],
  ['http://h', '/'],
  ['{{a}}', '/'],
  ['/pets/{{id}}', '/pets/{}'],
])('the path template of %s is %s', (url, template) => {
  expect(pathTemplate(url)).toBe(template);
});

test("applies the document's changes and keeps the user's", () => {
  const previous = [
    step({ queryParams: [{ key: 'limit', value: '1' }] }),
    step({ method: 'POST', name: 'Create', body: { type: 'json', content: '{"a":1}' } }),
    step({ method: 'DELETE', name: 'Delete' }),
    step({ url: '{{baseUrl}}/old', name: 'Old' }),
    step({ url: '{{baseUrl}}/older', name: 'Older' }),
  ];
  const current = [
    step({
      ...previous[0],
      id: 'a',
      assertions: [
        ...(previous[0]?.assertions ?? []),
        { id: 'mine', kind: 'jsonPath', path: '$.n', operator: 'exists' },
      ],
    }),
    step({ ...previous[1], id: 'b', body: { type: 'json', content: '{"mine":1}' } }),
    step({ ...previous[3], id: 'd' }),
    step({ ...previous[4], id: 'e', headers: [{ key: 'X', value: '1' }] }),
    step({ id: 'own', name: 'My own', url: 'http://elsewhere/x' }),
  ];
  const next = [
    step({ url: '{{baseUrl}}/first', name: 'First' }),
    step({
      queryParams: [
        { key: 'limit', value: '1' },
        { key: 'page', value: '1' },
      ],
      assertions: [{ kind: 'status', operator: 'in', expected: '200,206' }],
    }),
    step({ method: 'POST', name: 'Create', body: { type: 'json', content: '{"a":2}' } }),
    step({ method: 'DELETE', name: 'Delete' }),
    step({ method: 'PATCH', name: 'Change' }),
  ];
  const merged = mergeReimport(previous, current, next);
  expect(merged.steps.map(({ name }) => name)).toEqual(['First', 'List pets', 'Create', 'Change', 'Older', 'My own']);
  expect(merged.steps[1]).toMatchObject({
    id: 'a',
    queryParams: [
      { key: 'limit', value: '1' },
      { key: 'page', value: '1' },
    ],
    assertions: [
      { kind: 'status', operator: 'in', expected: '200,206' },
      { id: 'mine', kind: 'jsonPath', path: '$.n', operator: 'exists' },
    ],
  });
  expect(merged.steps[2]?.body).toEqual({ type: 'json', content: '{"mine":1}' });
  expect(merged.added.map(({ name }) => name)).toEqual(['First', 'Change']);
  expect(merged.changed).toEqual([expect.objectContaining({ id: 'a', parts: ['queryParams', 'assertions'] })]);
  expect(merged.removed.map(({ name }) => name)).toEqual(['Old', 'Older']);
  expect(merged.conflicts).toEqual([
    expect.objectContaining({ id: 'b', parts: ['body'], imported: next[2] }),
    expect.objectContaining({ id: 'e', parts: ['removed'] }),
  ]);
});

test('distinguishes operations with one address by name', () => {
  const soap = (name: string, content: string) =>
    step({ method: 'POST', url: 'http://h/soap', name, body: { type: 'xml', content } });
  const previous = [soap('One', '<a/>'), soap('Two', '<b/>')];
  const current = previous.map((item) => ({ ...item, id: `own-${item.name}` }));
  const merged = mergeReimport(previous, current, [soap('Two', '<b2/>'), soap('One', '<a/>')]);
  expect(merged.steps.map(({ id, body }) => [id, body])).toEqual([
    ['own-One', { type: 'xml', content: '<a/>' }],
    ['own-Two', { type: 'xml', content: '<b2/>' }],
  ]);
});

const word = fc.constantFrom('a', 'b', 'c', 'd');
const rows = fc.array(fc.record({ key: word, value: word }), { maxLength: 4 });
const someStep = fc.record({
  name: word,
  group: word,
  method: fc.constantFrom('GET', 'POST'),
  url: word.map((path) => `{{baseUrl}}/${path}`),
  headers: rows,
  queryParams: rows,
  body: fc.oneof(
    fc.constant({ type: 'none' as const }),
    word.map((content) => ({ type: 'text' as const, content })),
  ),
  assertions: fc.array(
    fc.record({
      kind: fc.constantFrom('status' as const, 'body' as const),
      operator: fc.constant('equals' as const),
      expected: word,
    }),
    { maxLength: 3 },
  ),
});
const someSteps = fc.array(someStep, { maxLength: 8 }).map((parts) => parts.map((part) => step(part)));
const copies = (steps: HttpStep[], prefix: string) =>
  steps.map((item, index) => ({ ...structuredClone(item), id: `${prefix}-${index}` }));
const texts = (steps: HttpStep[]) => steps.map(canonical);

test('an unchanged document changes nothing, whatever the user edited', () => {
  fc.assert(
    fc.property(someSteps, someSteps, (previous, edited) => {
      for (const current of [copies(previous, 'own'), edited, copies(previous.slice(1), 'own')]) {
        const merged = mergeReimport(previous, current, copies(previous, 'new'));
        expect(merged.steps).toEqual(current);
        expect(merged).toMatchObject({ added: [], changed: [], removed: [], conflicts: [] });
      }
    }),
  );
});

test('without user edits the document is applied as is', () => {
  fc.assert(
    fc.property(someSteps, someSteps, (previous, next) => {
      const merged = mergeReimport(previous, copies(previous, 'own'), next);
      expect(texts(merged.steps).toSorted()).toEqual(texts(next).toSorted());
      expect(merged.conflicts).toEqual([]);
    }),
  );
});

test('user edits survive any change of the document', () => {
  fc.assert(
    fc.property(someSteps, someSteps, (previous, next) => {
      const current = copies(previous, 'own').map((item) => ({
        ...item,
        testScript: 'mine()',
        assertions: [...item.assertions, { kind: 'jsonPath' as const, path: '$.mine', operator: 'exists' as const }],
        headers: [...item.headers, { key: 'X-Mine', value: '1' }],
      }));
      const { steps } = mergeReimport(previous, current, next);
      const kept = steps.filter(({ id }) => id.startsWith('own-'));
      expect(kept.map(({ id }) => id)).toEqual(current.map(({ id }) => id));
      for (const item of kept) {
        expect(item.testScript).toBe('mine()');
        expect(item.assertions).toContainEqual({ kind: 'jsonPath', path: '$.mine', operator: 'exists' });
        expect(item.headers).toContainEqual({ key: 'X-Mine', value: '1' });
      }
    }),
  );
});

test('the user decides: the side of a conflict, what stays, what is left out', () => {
  const previous = [
    step({ headers: [{ key: 'X', value: '1' }] }),
    step({ name: 'Edited', url: '{{baseUrl}}/edited' }),
    step({ name: 'Gone', url: '{{baseUrl}}/gone' }),
  ];
  const current = [
    step({
      ...previous[0],
      id: 'a',
      headers: [
        { key: 'X', value: 'mine' },
        { key: 'Y', value: 'mine' },
      ],
    }),
    step({ ...previous[1], id: 'b', testScript: 'mine()' }),
    step({ ...previous[2], id: 'c' }),
  ];
  const next = [
    step({ headers: [{ key: 'X', value: '2' }] }),
    step({ id: 'new', name: 'New', url: '{{baseUrl}}/new' }),
  ];
  const byDefault = mergeReimport(previous, current, next);
  expect(byDefault.steps.map(({ id }) => id)).toEqual(['a', 'new', 'b']);
  expect(byDefault.steps[0]?.headers[0]?.value).toBe('mine');
  const chosen = mergeReimport(previous, current, next, {
    takesDocument: (id, part) => (id === 'a' && part === 'headers') || (id === 'b' && part === 'removed'),
    keepsRemoved: (id) => id === 'c',
    leavesOut: (id) => id === 'new',
  });
  expect(chosen.steps.map(({ id }) => id)).toEqual(['a', 'c']);
  // Only the conflicting item is replaced; the rest of the list stays the user's.
  expect(chosen.steps[0]?.headers).toEqual([
    { key: 'X', value: '2' },
    { key: 'Y', value: 'mine' },
  ]);
  expect(chosen).toMatchObject({ added: byDefault.added, removed: byDefault.removed, conflicts: byDefault.conflicts });
});

test('the base of the next merge: no question is repeated, and left-out requests stay out', () => {
  fc.assert(
    fc.property(someSteps, someSteps, fc.boolean(), (previous, next, leavesOut) => {
      const first = mergeReimport(previous, copies(previous, 'own'), copies(next, 'new'), {
        leavesOut: () => leavesOut,
      });
      const again = mergeReimport(first.base, first.steps, copies(next, 'again'));
      expect(again.steps).toEqual(first.steps);
      expect(again).toMatchObject({ added: [], changed: [], removed: [], conflicts: [] });
    }),
  );
});

test('a merge of many requests is split into pieces of one request each', () => {
  const many = Array.from({ length: 300 }, (_, index) =>
    step({ id: `s${index}`, url: `/p${index}`, name: `N${index}` }),
  );
  const pieces = mergePieces(many, many, many);
  let yields = 0;
  let piece = pieces.next();
  for (; !piece.done; piece = pieces.next()) yields += 1;
  expect(yields).toBeGreaterThanOrEqual(3 * many.length);
  expect(piece.value.steps).toEqual(many);
});
