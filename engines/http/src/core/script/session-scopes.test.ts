import { emptyOutcome, type ScopeChanges, type ScriptOutcome } from '@touchstone/engine-script/core';
import { expect, test } from 'vitest';
import { SessionScopes, type StoredScopeName, splitScopes } from './session-scopes.ts';

const noChange = { set: {}, unset: [] };
const from = (place: string) => Object.fromEntries(places.map((name) => [name, place]));
/** Each scope has all names, so the value identifies the scope that takes precedence. */
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

test('values set by scripts keep their scope', () => {
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

const outcome = (changes: Partial<ScriptOutcome['variables']>): ScriptOutcome['variables'] => ({
  ...emptyOutcome().variables,
  ...changes,
});

test('unchanged variables are not kept', () => {
  const own = new SessionScopes({ scopes: [{ a: '1' }] });
  own.apply(outcome({ local: { set: { b: '2' }, unset: [] } }));
  expect(own.changes()).toBeUndefined();
  expect(own.local).toEqual({ b: '2' });
});

test.each<[string, ScopeChanges[], ScopeChanges, Record<string, string>]>([
  ['only removes', [{ set: {}, unset: ['a'] }], { set: {}, unset: ['a'] }, { b: '2' }],
  [
    'sets again what it removed',
    [
      { set: {}, unset: ['a', 'b'] },
      { set: { a: '3' }, unset: [] },
    ],
    { set: { a: '3' }, unset: ['b'] },
    { a: '3' },
  ],
  [
    'removes what it set',
    [
      { set: { a: '3', c: '4' }, unset: [], typed: { a: 3, c: 4 } },
      { set: {}, unset: ['a'] },
    ],
    { set: { c: '4' }, unset: ['a'], typed: { c: 4 } },
    { b: '2', c: '4' },
  ],
  [
    'sets a text where a number was',
    [
      { set: { a: '3' }, unset: [], typed: { a: 3 } },
      { set: { a: '5' }, unset: [] },
    ],
    { set: { a: '5' }, unset: [] },
    { a: '5', b: '2' },
  ],
])('a value that a script %s is seen later, also in a session continued elsewhere', (_, steps, kept, now) => {
  const scopes = [{ a: '1', b: '2' }];
  const own = new SessionScopes({ scopes });
  for (const environment of steps) own.apply(outcome({ environment }));
  expect(own.changes()).toEqual({ environment: kept });
  expect(scopes).toEqual([{ a: '1', b: '2' }]);
  const later = new SessionScopes({ scopes, changes: own.changes() });
  for (const session of [own, later]) {
    expect(session.listFor()[1]).toEqual(now);
    expect(session.forScript().environment).toEqual({ ...now, ...kept.typed });
  }
});

test('a value keeps its type until it is overwritten with another string', () => {
  const own = new SessionScopes({ scopes: [], local: { n: '1' } });
  own.apply(outcome({ local: { set: { n: '5' }, unset: [], typed: { n: 5, unknown: 1 } } }));
  expect(own.forScript().local).toEqual({ n: 5 });
  own.setLocal({ n: '5' });
  expect(own.forScript().local).toEqual({ n: 5 });
  own.setLocal({ n: '6' });
  expect(own.forScript().local).toEqual({ n: '6' });
});

test('a script sees its suite as the collection, and the row with the types of its data', () => {
  const own = new SessionScopes({
    scopes: [{ c: 'collection' }, { g: 'globals' }],
    names: ['collection', 'globals'],
  });
  expect(
    own.forScript({ scope: { id: '7', name: 'Ada' }, scopeValues: { id: 7 }, groupScope: { c: 'suite', s: 'suite' } }),
  ).toEqual({
    environment: {},
    globals: { g: 'globals' },
    collection: { c: 'collection', s: 'suite' },
    local: {},
    data: { id: 7, name: 'Ada' },
  });
});

test('a variable may have the name of the object prototype', () => {
  const own = new SessionScopes({ scopes: [{}] });
  own.setLocal(Object.fromEntries([['__proto__', 'x']]));
  expect(Object.entries(own.local)).toEqual([['__proto__', 'x']]);
  expect(Object.getPrototypeOf(own.local)).toBe(Object.prototype);
});
