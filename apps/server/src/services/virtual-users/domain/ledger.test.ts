import { expect, test } from 'vitest';
import { counterpartFloors, deltas, purseFloors, settlementMoves } from './ledger.ts';
import { packsOf } from './packs.ts';

test.each([
  { used: 0, free: 100, paid: 50, consumed: 0, back: 50 },
  { used: 100, free: 100, paid: 50, consumed: 0, back: 50 },
  { used: 101, free: 100, paid: 50, consumed: 1, back: 49 },
  { used: 150, free: 100, paid: 50, consumed: 50, back: 0 },
  { used: 999, free: 100, paid: 50, consumed: 50, back: 0 },
  { used: 30, free: 0, paid: 50, consumed: 30, back: 20 },
])('of $free free and $paid paid users, $used used: $consumed are spent', ({ used, free, paid, consumed, back }) => {
  expect(settlementMoves({ walletId: 'w', organizationId: 'o', free, paid }, used)).toEqual([
    { from: 'w/heldFree', to: 'w/free', amount: free },
    { from: 'w/heldPaid', to: 'o/consumed', amount: consumed },
    { from: 'w/heldPaid', to: 'w/paid', amount: back },
  ]);
});

test('moves are summed per account; an unchanged account is omitted', () => {
  const moves = [
    { from: 'a', to: 'b', amount: 5 },
    { from: 'b', to: 'c', amount: 5 },
    { from: 'a', to: 'c', amount: 2 },
    { from: 'd', to: 'd', amount: 9 },
    { from: 'e', to: 'f', amount: 0 },
  ];
  expect([...deltas(moves)]).toEqual([
    ['a', -7],
    ['c', 7],
  ]);
});

test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('%d is not a valid amount', (amount) => {
  expect(() => deltas([{ from: 'a', to: 'b', amount }])).toThrow(RangeError);
});

test('no purse falls below zero, except by what is lent', () => {
  expect(purseFloors).toEqual({ free: 0, paid: 0, heldFree: 0, heldPaid: 0, grace: -100 });
  expect(counterpartFloors).toEqual({ granted: null, sold: null, consumed: 0 });
});

test('an offer may have cents; its id says what is bought', () => {
  expect(packsOf(['500:44.99', '1000:80'], 'EUR')).toEqual([
    { packId: 'virtual-users-500', virtualUsers: 500, price: 44.99, currency: 'EUR' },
    { packId: 'virtual-users-1000', virtualUsers: 1000, price: 80, currency: 'EUR' },
  ]);
});
