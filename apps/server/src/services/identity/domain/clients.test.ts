import { expect, test } from 'vitest';
import { accessTokenSeconds, brokerPath, originsOf, sessionSeconds } from './clients.ts';

test.each([
  ['https://touchstone.test', ['https://touchstone.test']],
  ['https://touchstone.test/app', ['https://touchstone.test']],
  ['http://localhost:7700', ['http://localhost:7700', 'http://127.0.0.1:7700']],
  ['http://127.0.0.1:7700', ['http://127.0.0.1:7700', 'http://localhost:7700']],
  ['http://[::1]:7700', ['http://[::1]:7700', 'http://localhost:7700', 'http://127.0.0.1:7700']],
  ['http://localhost', ['http://localhost', 'http://127.0.0.1']],
  ['https://localhost.example.test', ['https://localhost.example.test']],
])('pages of %s come from %j', (publicUrl, expected) => {
  expect(originsOf(publicUrl)).toEqual(expected);
});

test('a session ends after 14 days, an access token after 5 minutes', () => {
  expect(sessionSeconds).toBe(1_209_600);
  expect(accessTokenSeconds).toBe(300);
});

test('each upstream provider has its own address', () => {
  expect(brokerPath('google')).toBe('/services/identity/broker/google');
});
