import { expect, test } from 'vitest';
import { SessionScopes, type StoredScopeName, splitScopes } from './session-scopes.ts';

const noChange = { set: {}, unset: [] };
const from = (place: string) => Object.fromEntries(places.map((name) => [name, place]));
/** Each place has all names, so the value says which place wins. */
const places = ['row', 'local', 'environment', 'collection', 'suite', 'globals'];
const winner = (scopes: readonly Record<string, string>[]) =>
  scopes.flatMap((scope) => Object.values(scope).slice(0, 1));

test.each<[string, (StoredScopeName | undefined)[] | undefined, string[]]>([
  ['as the server has it', undefined, ['environment', 'globals']],
  ['of a document', ['environment', 'collection', 'globals'], ['environment', 'collection', 'globals']],
])('a request takes environment before suite, and suite before globals: %s', (_, names, scopes) => {
  const own = new SessionScopes({ scopes: scopes.map(from), names, local: from('local') });
  const list = own.listFor({ scope: from('row'), groupScope: from('suite') });
  const wanted = places.filter((place) => place !== 'collection' || scopes.includes('collection'));
  expect(winner(list)).toEqual(wanted);
});

test('what scripts set keeps its place', () => {
  const own = new SessionScopes({ scopes: [{ a: 'environment' }, { c: 'globals' }] });
  own.apply({
    local: noChange,
    environment: noChange,
    collection: { set: { a: 'collection', b: 'collection', c: 'collection' }, unset: [] },
    globals: { set: { c: 'set globals', d: 'set globals' }, unset: [] },
  });
  const list = own.listFor({ groupScope: { b: 'suite', c: 'suite', d: 'suite' } });
  const foundValue = (name: string) => list.find((scope) => Object.hasOwn(scope, name))?.[name];
  expect(['a', 'b', 'c', 'd'].map(foundValue)).toEqual(['environment', 'collection', 'collection', 'suite']);
});

test('without an environment the suite comes first', () => {
  expect(splitScopes([1], ['globals'])).toEqual([[], [1]]);
  expect(splitScopes([1, 2])).toEqual([[1], [2]]);
});
