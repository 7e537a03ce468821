import { describe, expect, test } from 'vitest';
import { findByJsonPath } from './json-path-dialect.ts';

const shop = {
  books: [
    { title: 'Emma', price: 8, tags: ['old', "it's"] },
    { title: 'Ulysses', price: 12, tags: [] },
    { title: 'emma again', price: 10, isbn: '1/2', tags: ['new'] },
  ],
  numbers: [3, 'x', 1, 2],
  words: ['b', 'a'],
  owner: { name: 'Ada', address: null },
  none: [],
};

const titles = (path: string) => {
  const found = findByJsonPath(path, shop);
  return found.kind === 'many' ? found.values.map((item) => (item as { title: string }).title) : found.kind;
};

describe('a WireMock path', () => {
  test.each<[path: string, found: unknown]>([
    ['$.owner.name', { kind: 'one', value: 'Ada' }],
    [' owner.name ', { kind: 'one', value: 'Ada' }],
    ['$.owner.address', { kind: 'one', value: null }],
    ['$.owner.age', { kind: 'none' }],
    ['$.words[*]', { kind: 'many', values: ['b', 'a'] }],
    ['$.words[(@.length-1)]', { kind: 'one', value: 'a' }],
    ['$.words[(@.length - 2)]', { kind: 'one', value: 'b' }],
    ['$.words[(@.length-3)]', { kind: 'none' }],
    ['$.words.length()', { kind: 'one', value: 2 }],
    ['$.words.size()', { kind: 'one', value: 2 }],
    ['$.owner.name.length()', { kind: 'one', value: 3 }],
    ['$.owner.length()', { kind: 'one', value: 2 }],
    ['$.owner.address.length()', { kind: 'none' }],
    ['$.owner.age.length()', { kind: 'none' }],
    ['$.books[*].price.length()', { kind: 'one', value: 3 }],
    ['$.owner.keys()', { kind: 'one', value: ['name', 'address'] }],
    ['$.owner.name.keys()', { kind: 'none' }],
    ['$.owner.address.keys()', { kind: 'none' }],
    ['$.words.first()', { kind: 'one', value: 'b' }],
    ['$.words.last()', { kind: 'one', value: 'a' }],
    ['$.none.first()', { kind: 'none' }],
    ['$.owner.first()', { kind: 'none' }],
    ['$.numbers.min()', { kind: 'one', value: 1 }],
    ['$.numbers.max()', { kind: 'one', value: 3 }],
    ['$.numbers.sum()', { kind: 'one', value: 6 }],
    ['$.numbers.avg()', { kind: 'one', value: 2 }],
    ['$.books[*].price.avg()', { kind: 'one', value: 10 }],
    ['$.words.sum()', { kind: 'none' }],
    ['$.owner.sum()', { kind: 'none' }],
  ])('%s finds %j', (path, found) => {
    expect(findByJsonPath(path, shop)).toEqual(found);
  });

  test.each<[path: string, found: string[]]>([
    ['$.books[?(@.title =~ /emma.*/i)]', ['Emma', 'emma again']],
    ['$.books[?(@.title =~ /emma.*/)]', ['emma again']],
    ['$.books[?(@.title=~/Em/)]', []],
    ['$.books[?(@.isbn =~ /1\\/\\d/)]', ['emma again']],
    ["$.books[?(@.tags[1] =~ /it's/)]", ['Emma']],
    ["$.books[?(@['title'] =~ /U.*/)]", ['Ulysses']],
    ["$.books[?(@.title in ['Emma', 'Ulysses'])]", ['Emma', 'Ulysses']],
    ['$.books[?(@.price in [8,10])]', ['Emma', 'emma again']],
    ["$.books[?(@.title nin ['Emma', 'Ulysses'])]", ['emma again']],
    ['$.books[?(@.tags.length() == 1)]', ['emma again']],
    ['$.books[?(@.tags.size() > 1)]', ['Emma']],
    ['$.books[?@.price > 8 && @.price < 12]', ['emma again']],
    ['$.books[(@.length-1)][?(@.price)]', []],
  ])('%s filters %j', (path, found) => {
    expect(titles(path)).toEqual(found);
  });

  test('is rejected if invalid', () => {
    expect(() => findByJsonPath('$.[', shop)).toThrow();
  });
});
