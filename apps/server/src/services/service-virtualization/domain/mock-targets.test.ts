import { expect, test } from 'vitest';
import { mockKeyOf } from './mock-targets.ts';

const keyOf = mockKeyOf({ publicUrl: 'https://tests.example/app', port: 7700, domain: 'Mocks.example' });

test.each([
  ['https://tests.example/app/mock/shop/orders?x=1', 'shop'],
  ['http://localhost:7700/mock/shop', 'shop'],
  ['http://[::1]:7700/mock/shop', 'shop'],
  ['https://shop.mocks.example/orders', 'shop'],
  ['http://127.0.0.1:7701/mock/shop', undefined],
  ['https://tests.example/app/services/identity', undefined],
  ['https://tests.example/mock/shop', undefined],
  ['http://tests.example/app/mock/shop', undefined],
  ['https://tests.example.evil.example/app/mock/shop', undefined],
  ['https://other.example/mock/shop', undefined],
  ['https://mocks.example/shop', undefined],
  ['https://a.shop.mocks.example/', undefined],
  ['https://shop.mocks.example:8443/', undefined],
  ['https://shopmocks.example/', undefined],
])('%s names the mock %s', (address, expected) => {
  expect(keyOf(new URL(address))).toBe(expected);
});

test('an installation without a domain of mocks has none by host name', () => {
  const plain = mockKeyOf({ publicUrl: 'https://tests.example', port: 7700 });
  expect(plain(new URL('https://shop.mocks.example/'))).toBeUndefined();
});
