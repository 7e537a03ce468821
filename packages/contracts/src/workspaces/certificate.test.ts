import { expect, test } from 'vitest';
import { domainNameSchema, normalDomain } from './certificate.ts';

test.each([
  ['api.example.com', 'api.example.com'],
  [' API.Example.com ', 'api.example.com'],
  ['*.Example.com', '*.example.com'],
  ['api.example.com:08443', 'api.example.com:8443'],
  ['*.example.com:8443', '*.example.com:8443'],
  ['127.0.0.1', '127.0.0.1'],
  ['[::1]:8443', '[::1]:8443'],
  ['localhost', 'localhost'],
  ['bücher.test', 'xn--bcher-kva.test'],
])('accepts %j as %s', (text, domain) => {
  expect(normalDomain(text)).toBe(domain);
  expect(domainNameSchema.safeParse(text).success).toBe(true);
});

test.each([
  '',
  ' ',
  '*',
  'https://a.test',
  'a.test/path',
  'a.test:0',
  'a.test:65536',
  'a.test:port',
  'a b.test',
  'a.*.test',
  '*.[::1]',
  'user@a.test',
  `${'a'.repeat(261)}`,
])('rejects %j', (text) => {
  expect(domainNameSchema.safeParse(text).success).toBe(false);
});
