import { expect, test } from 'vitest';
import { mockTargetOf } from './mock-targets.ts';

const targetOf = mockTargetOf({
  publicUrl: 'https://tests.example/app',
  port: 7700,
  domain: 'Mocks.example',
  ports: { from: 20_000, to: 20_010 },
});

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
  expect(targetOf(new URL(address))).toEqual(expected === undefined ? undefined : { pathKey: expected });
});

test('an installation without a mock domain has no mocks by host name', () => {
  const plain = mockTargetOf({ publicUrl: 'https://tests.example', port: 7700 });
  expect(plain(new URL('https://shop.mocks.example/'))).toBeUndefined();
});

test.each([
  ['http://tests.example:20003/orders', { port: 20_003 }],
  ['https://localhost:20010/', { port: 20_010 }],
  ['http://tests.example:20011/orders', undefined],
  ['http://other.example:20003/orders', undefined],
])('%s leads to %j', (address, expected) => {
  expect(targetOf(new URL(address))).toEqual(expected);
});
