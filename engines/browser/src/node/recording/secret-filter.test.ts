import { expect, test } from 'vitest';
import { SecretFilter } from './secret-filter.ts';

const secret = 'it\'s "50%" & <more>+/é';
const filter = new SecretFilter([secret, '']);
const html = '&#39;s &quot;50%&quot; &amp; &lt;more&gt;+/é';

test.each([
  ['as it is', secret],
  ['in JSON', JSON.stringify({ secret })],
  ['in an address', encodeURIComponent(secret)],
  ['in a form', new URLSearchParams({ secret }).toString()],
  ['in HTML', `it${html}`],
  ['in HTML by numbers', [...secret].map((char) => `&#x${char.codePointAt(0)?.toString(16)};`).join('')],
  [
    'in JSON with escapes',
    [...secret].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  ],
  ['in JSON in an address', encodeURIComponent(JSON.stringify({ secret }))],
  ['in Base64', btoa(`ada:${Buffer.from(secret).toString('latin1')}:more`)],
  ['in Base64 of addresses', Buffer.from(`x${secret}`).toString('base64url')],
])('a secret %s is found, and masked or left out', (_spelling, text) => {
  expect(filter.isIn(`before ${text} after`)).toBe(true);
  const cleaned = filter.clean(`before ${text} after`);
  expect(cleaned ?? '').not.toContain('more');
});

test('other texts are unchanged', () => {
  const text = 'nothing%20here &amp; "50%" it\'s YWRhOg== \\u0041 %zz &#99999999;';
  expect([filter.isIn(text), filter.clean(text)]).toEqual([false, text]);
});

test('a secret added later is masked after that', () => {
  const own = new SecretFilter([]);
  expect(own.clean('code 123456')).toBe('code 123456');
  own.add('123456');
  expect([own.clean('code 123456'), own.isIn('123456')]).toEqual(['code ••••', true]);
});
