import { expect, test } from 'vitest';
import { createHostRewrite } from './mock-hosts.ts';

const rewrite = createHostRewrite('Mocks.example.org', 'https://app.mocks.example.org');

test.each([
  ['shop-1.mocks.example.org', '/a?b=1', '/mock/shop-1/a?b=1'],
  ['SHOP-1.MOCKS.example.org.:8443', '/', '/mock/shop-1/'],
  ['shop-1.mocks.example.org', 'http://shop-1.mocks.example.org/a?b', '/mock/shop-1/a?b'],
  ['shop-1.mocks.example.org', '*', '/mock/shop-1/'],
  ['shop-1.mocks.example.org', '/services/api-testing/api/projects', '/mock/shop-1/services/api-testing/api/projects'],
  ['app.mocks.example.org', '/', undefined],
  ['mocks.example.org', '/', undefined],
  ['.mocks.example.org', '/', undefined],
  ['a.b.mocks.example.org', '/', undefined],
  ['a%2f.mocks.example.org', '/', undefined],
  ['xmocks.example.org', '/', undefined],
  [undefined, '/', undefined],
])('%s %s', (host, url, expected) => {
  expect(rewrite({ host, url })).toBe(expected);
});
