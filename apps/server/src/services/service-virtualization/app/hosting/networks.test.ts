import { expect, test } from 'vitest';
import { networkCheck } from './networks.ts';

const admits = networkCheck(['10.0.0.0/8', '192.168.7.4/32', '2001:db8::/32']);

test.each([
  ['10.1.2.3', true],
  ['11.1.2.3', false],
  ['::ffff:10.1.2.3', true],
  ['::ffff:11.1.2.3', false],
  ['192.168.7.4', true],
  ['192.168.7.5', false],
  ['2001:db8:1::1', true],
  ['2001:db9::1', false],
  ['::1', false],
  ['', false],
  ['somewhere', false],
])('a caller at %s is admitted: %s', (address, expected) => {
  expect(admits(address)).toBe(expected);
});

test('without networks everyone is admitted', () => {
  expect(['10.1.2.3', '::1', ''].map(networkCheck([]))).toEqual([true, true, true]);
});
