import { expect, test } from 'vitest';
import { isForHost } from './certificate-hosts.ts';

test.each([
  ['api.test', 'GET https://api.test/x', true],
  ['api.test', 'GET https://API.test:8443/x', true],
  ['api.test:8443', 'https://api.test:8443/', true],
  ['api.test:8443', 'https://api.test/', false],
  ['api.test:443', 'https://api.test/', true],
  ['*.test', 'https://api.test/', true],
  ['*.api.test', 'https://api.test/', false],
  ['api.test', 'https://other.test/', false],
  ['api.test', 'api.test:443', false],
  ['api.test', 'GET {{host}}/x', false],
])('%s and %s: %s', (domain, address, expected) => {
  expect(isForHost(domain, address)).toBe(expected);
});
