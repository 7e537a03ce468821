import type { ScriptInput } from '@touchstone/contracts/api-testing';
import { expect, test } from 'vitest';
import { newScript } from '../editor/script-draft.ts';
import { addressOf, withAddress, withProtocol, withQueryRows } from './address.ts';

const row = (key: string, value: string, more: Partial<ScriptInput['queryParams'][number]> = {}) => ({
  key,
  value,
  enabled: true,
  ...more,
});
const draft = (url: string, queryParams: ScriptInput['queryParams'] = []): ScriptInput => ({
  ...newScript(),
  url,
  queryParams,
});

test.each([
  [
    'rows that are on',
    draft('https://a.test/x', [row('a', '1'), row('b', '2', { enabled: false })]),
    'https://a.test/x?a=1',
  ],
  ['its own words first', draft('https://a.test/x?wsdl', [row('a', '1')]), 'https://a.test/x?wsdl&a=1'],
  ['the fragment last', draft('https://a.test/x#top', [row('a', '1')]), 'https://a.test/x?a=1#top'],
  ['variables as they are', draft('{{base}}/x', [row('q', '{{a&b}} + #')]), '{{base}}/x?q={{a&b}} %2B %23'],
  ['no row that is still empty', draft('https://a.test', [row('', '')]), 'https://a.test'],
])('an address shows %s', (_what, script, address) => {
  expect(addressOf(script)).toBe(address);
});

test('a typed query becomes rows and is shown as typed', () => {
  for (const address of [
    'https://a.test/x?a=1&b=two words',
    '{{base}}/x?id={{id}}&empty=',
    'https://a.test?x=a=b',
    'https://a.test?wsdl&v=1#f',
  ])
    expect(addressOf(withAddress(draft('https://'), address))).toBe(address);
  expect(withAddress(draft(''), 'https://a.test?q=a+b').queryParams).toEqual([row('q', 'a%20b')]);
  expect(withAddress(draft(''), 'https://a.test?wsdl')).toMatchObject({ url: 'https://a.test?wsdl', queryParams: [] });
});

test('descriptions, ids and disabled rows stay when the address is edited', () => {
  const before = draft('https://a.test', [
    row('off', '0', { enabled: false, description: 'never' }),
    row('page', '1', { description: 'from 1' }),
    row('limit', '5', { enabled: false }),
    row('sort', 'a&b', { id: '7' }),
  ]);
  expect(withAddress(before, 'https://a.test?page=2&sort=a%26b').queryParams).toEqual([
    before.queryParams[0],
    row('page', '2', { description: 'from 1' }),
    before.queryParams[2],
    before.queryParams[3],
  ]);
  // A key that is being retyped keeps its row; a removed key removes its row.
  expect(withAddress(before, 'https://a.test?pages=1&sort=a%26b').queryParams[1]).toEqual(
    row('pages', '1', { description: 'from 1' }),
  );
  expect(withAddress(before, 'https://a.test').queryParams).toEqual([before.queryParams[0], before.queryParams[2]]);
  // The order in the address is the order of the rows.
  expect(withAddress(before, 'https://a.test?sort=a%26b&page=1').queryParams.filter(({ enabled }) => enabled)).toEqual([
    before.queryParams[3],
    before.queryParams[1],
  ]);
});

test('path parameters follow the address', () => {
  expect(withAddress(draft(''), 'https://a.test/{id}/:part?x=1').pathParams.map(({ key }) => key)).toEqual([
    'id',
    'part',
  ]);
});

test('the query of a saved address becomes rows before the existing ones', () => {
  expect(withQueryRows(draft('https://a.test/x?a=1&flag&b=2+3', [row('c', '4')]))).toMatchObject({
    url: 'https://a.test/x?flag',
    queryParams: [row('a', '1'), row('b', '2%203'), row('c', '4')],
  });
  const plain = draft('https://a.test/x');
  expect(withQueryRows(plain)).toBe(plain);
});

test.each([
  ['api.example.com/pets', 'https://api.example.com/pets'],
  ['localhost:3000/x', 'http://localhost:3000/x'],
  ['127.0.0.1:9', 'http://127.0.0.1:9'],
  ['10.0.0.7:8080/x', 'https://10.0.0.7:8080/x'],
  [' https://a.test ', 'https://a.test'],
  ['orders', 'orders'],
  ['{{base}}/x', '{{base}}/x'],
  ['ftp://a.test', 'ftp://a.test'],
])('the protocol of %s', (typed, address) => {
  expect(withProtocol(typed)).toBe(address);
});
