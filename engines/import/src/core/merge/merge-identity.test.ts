import { describe, expect, test } from 'vitest';
import type { ImportedStep } from '../imported-collection.ts';
import { newStep } from '../step-parts.ts';
import { matchSteps, pathTemplate } from './merge-identity.ts';

test.each([
  ['https://a.test/orders/{id}?b=1#c', '/orders/{}'],
  ['{{baseUrl}}/orders/{{id}}/', '/orders/{}'],
  [' /orders/:id/lines ', '/orders/{}/lines'],
  ['https://{{host}}/orders', '/orders'],
  ['a.test/orders', '/orders'],
  ['https://a.test:8080', '/'],
  ['https://a.test?b=/c', '/'],
  ['/a:b/c', '/a:b/c'],
  ['', '/'],
])('%s has the path %s, regardless of server and parameter names', (url, path) => {
  expect(pathTemplate(url)).toBe(path);
});

const step = (id: string, method: string, url: string, more: Partial<ImportedStep> = {}): ImportedStep => ({
  ...newStep({ name: id, method, url: `https://a.test${url}`, ...more }),
  id,
});

/** The ids of the pairs, in the order found. */
function pairsOf(left: ImportedStep[], right: ImportedStep[], byId = false): string[] {
  const work = matchSteps(left, right, { byId });
  for (;;) {
    const { done, value } = work.next();
    if (done) return [...value].map(([one, other]) => `${one.id}-${other.id}`);
  }
}

describe('requests of two documents are the same', () => {
  const named = { name: 'Orders', group: 'Shop' };

  test('if their ids are, only if ids are to be compared', () => {
    const [left, right] = [[step('a', 'GET', '/x', { name: '1' })], [step('a', 'PUT', '/y', { name: '2' })]];
    expect(pairsOf(left, right, true)).toEqual(['a-a']);
    expect(pairsOf(left, right)).toEqual([]);
  });

  test('if method, path, folder and name are, before those with the same method and path', () => {
    const left = [step('a', 'get', '/x/{id}'), step('b', 'GET', '/x/{id}', named)];
    const right = [step('c', 'GET', '/x/:order', named), step('d', 'GET', '/x/{{id}}', { name: 'Other' })];
    expect(pairsOf(left, right)).toEqual(['b-c', 'a-d']);
  });

  test('if only folder and name are', () => {
    expect(pairsOf([step('a', 'GET', '/x', named)], [step('b', 'PUT', '/y', named)])).toEqual(['a-b']);
    const elsewhere = step('b', 'PUT', '/y', { ...named, group: '' });
    expect(pairsOf([step('a', 'GET', '/x', named)], [elsewhere])).toEqual([]);
  });

  test('in order, if both documents have the same number of them, and otherwise none', () => {
    const left = [step('a', 'GET', '/x', named), step('b', 'GET', '/x', named)];
    const right = [step('c', 'GET', '/x', named), step('d', 'GET', '/x', named)];
    expect(pairsOf(left, right)).toEqual(['a-c', 'b-d']);
    expect(pairsOf(left, [...right, step('e', 'GET', '/x', named)])).toEqual([]);
    expect(pairsOf(left, right.slice(1))).toEqual([]);
  });
});
