import { expect, test } from 'vitest';
import { isMockOf, pathKeyIn } from './mock-targets.ts';

const isMock = isMockOf({ publicUrl: 'https://tests.example/app', port: 7700 });

test.each([
  ['https://tests.example/app/mock/shop/orders?x=1', true],
  ['http://localhost:7700/mock/shop', true],
  ['http://[::1]:7700/mock/shop', true],
  ['http://127.0.0.1:7701/mock/shop', false],
  ['https://tests.example/app/services/identity', false],
  ['https://tests.example/mock/shop', false],
  ['http://tests.example/app/mock/shop', false],
  ['https://tests.example.evil.example/app/mock/shop', false],
  ['https://other.example/mock/shop', false],
])('%s is a mock of the installation: %s', (address, expected) => {
  expect(isMock(new URL(address))).toBe(expected);
});

test('the key of a mock is read from its address', () => {
  expect(pathKeyIn('https://tests.example/app/mock/shop/orders', isMock)).toBe('shop');
  expect(pathKeyIn('https://other.example/mock/shop/orders', isMock)).toBeUndefined();
  expect(pathKeyIn('{{baseUrl}}/orders', isMock)).toBeUndefined();
});
