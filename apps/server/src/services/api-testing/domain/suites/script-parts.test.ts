import { type ScriptInput, scriptInputSchema } from '@touchstone/contracts/api-testing';
import { expect, test } from 'vitest';
import { identifyParts, listPartIds, type PartKind, removePart } from './script-parts.ts';

const ids = {
  header: '01890000-0000-7000-8000-000000000001',
  query: '01890000-0000-7000-8000-000000000002',
  path: '01890000-0000-7000-8000-000000000003',
  assertHeader: '01890000-0000-7000-8000-000000000004',
  assertJson: '01890000-0000-7000-8000-000000000005',
  assertBody: '01890000-0000-7000-8000-000000000006',
  assertStatus: '01890000-0000-7000-8000-000000000007',
  assertXpath: '01890000-0000-7000-8000-000000000008',
  dataHandler: '01890000-0000-7000-8000-000000000009',
  field: '01890000-0000-7000-8000-00000000000a',
};
const script = (given: Partial<ScriptInput> = {}): ScriptInput => ({
  ...scriptInputSchema.parse({
    scriptName: 'A',
    method: 'POST',
    url: 'https://a.test/{id}',
    headers: [{ id: ids.header, key: 'A', value: '1' }],
    queryParams: [{ id: ids.query, key: 'q', value: '1' }],
    pathParams: [{ id: ids.path, key: 'id', value: '1' }],
    assertions: [
      { id: ids.assertHeader, kind: 'header', path: 'A', expected: '1' },
      { id: ids.assertJson, kind: 'jsonPath', path: '$.a', expected: '1' },
      { id: ids.assertBody, kind: 'body', expected: '1' },
      { id: ids.assertStatus, kind: 'status', expected: 200 },
      { id: ids.assertXpath, kind: 'xpath', path: '/a', expected: '1' },
    ],
    dataHandlers: [{ id: ids.dataHandler, name: 'a', path: '$.a' }],
    body: { type: 'form', fields: [{ id: ids.field, key: 'f', value: '1' }] },
  }),
  ...given,
});
const urlencoded: ScriptInput['body'] = {
  type: 'urlencoded',
  fields: [{ id: ids.field, key: 'f', value: '1', enabled: true }],
};
const all = Object.values(ids);

test.each([
  ['a form', script()],
  ['a form in the address form', script({ body: urlencoded })],
])('lists the ids of all parts of a script with %s', (_case, given) => {
  expect(listPartIds(given).toSorted()).toEqual(all);
});

test('a part without an id is not listed', () => {
  const header = { key: 'A', value: '1', enabled: true };
  expect(listPartIds(script({ headers: [header], body: { type: 'none' } }))).toHaveLength(all.length - 2);
});

const withoutIds = (given: ScriptInput): ScriptInput =>
  JSON.parse(JSON.stringify(given), (key, value) => (key === 'id' ? undefined : value));

test.each([
  ['a form', script()],
  ['a form in the address form', script({ body: urlencoded })],
])('parts of a script with %s get their own ids where they have none', (_case, given) => {
  const bare = withoutIds(given);
  expect(listPartIds(bare)).toEqual([]);
  const identified = identifyParts(bare);
  expect(new Set(listPartIds(identified)).size).toBe(all.length);
  expect(withoutIds(identified)).toEqual(bare);
});

test('ids stay, and are new in a copy', () => {
  expect(identifyParts(script())).toEqual(script());
  const copy = identifyParts(script(), { fresh: true });
  expect(listPartIds(copy)).toHaveLength(all.length);
  expect(listPartIds(copy).filter((id) => all.includes(id))).toEqual([]);
  expect(withoutIds(copy)).toEqual(withoutIds(script()));
});

test('a body without fields is unchanged', () => {
  const body = { type: 'json' as const, content: '{}' };
  expect(identifyParts(script({ body })).body).toEqual(body);
});

test.each<[PartKind, string]>([
  ['header', ids.header],
  ['param', ids.query],
  ['param', ids.path],
  ['formData', ids.field],
  ['dataHandler', ids.dataHandler],
  ['assertHeader', ids.assertHeader],
  ['assertJson', ids.assertJson],
  ['assertBody', ids.assertBody],
  ['assertStatus', ids.assertStatus],
  ['assertXpath', ids.assertXpath],
])('removes a %s by its id and nothing else', (kind, id) => {
  for (const given of [script(), script({ body: urlencoded })]) {
    const next = removePart(given, kind, id);
    expect(next && listPartIds(next).toSorted()).toEqual(all.filter((other) => other !== id));
    expect(next).toMatchObject({ scriptName: 'A', body: { type: given.body.type } });
  }
});

test.each<[PartKind, string]>([
  ['header', ids.query],
  ['param', ids.header],
  ['formData', ids.header],
  ['dataHandler', ids.field],
  ['assertHeader', ids.assertJson],
  ['assertStatus', ids.assertBody],
  ['assertXpath', ids.dataHandler],
])('finds no %s by the id of another part', (kind, id) => {
  expect(removePart(script(), kind, id)).toBeUndefined();
});

test('a body without fields has no form field to remove', () => {
  expect(removePart(script({ body: { type: 'text', content: 'x' } }), 'formData', ids.field)).toBeUndefined();
});
