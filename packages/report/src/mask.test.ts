import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMask, joinMasks } from './mask.ts';

const secret = 'p@ss/w"ö rd&<1>';
const base64 = (text: string) => Buffer.from(text).toString('base64');

test.each([
  ['plain', `token=${secret};`],
  ['URL-encoded', `?key=${encodeURIComponent(secret)}`],
  ['URL-encoded in lower case', `?key=${encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase())}`],
  ['percent-encoded twice', `oauth_signature="${encodeURIComponent(encodeURIComponent(secret))}%26"`],
  ['form-encoded', new URLSearchParams({ key: secret }).toString()],
  ['JSON-escaped', JSON.stringify({ key: secret })],
  ['XML-escaped', `<key>${secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</key>`],
  ['Base64', `x ${base64(secret)} y`],
  ['Base64 behind one letter', base64(`a${secret}`)],
  ['Base64 behind two letters', base64(`a:${secret}`)],
  ['Base64 within a longer text', base64(`someone:${secret}:and more`)],
  ['base64url', Buffer.from(`u:${secret}`).toString('base64url')],
])('masks a secret in %s', (_, text) => {
  const masked = createMask([secret])(text);
  expect(masked).toContain('••••••');
  expect(masked).not.toContain(secret);
  expect(masked).not.toContain('p@ss');
});

test('masks a secret whose characters only a strict encoding encodes', () => {
  const encoded = 'it%27s%20%28so%29%2A%21';
  expect(createMask(["it's (so)*!"])(`a=${encoded}&b=${encodeURIComponent(encoded)}`)).toBe('a=••••••&b=••••••');
});

test('the longest secret wins where one contains the other', () => {
  expect(createMask(['secret', 'secret-long'])('a secret-long b')).toBe('a •••••• b');
});

test('leaves texts alone without secrets, and secrets under four characters', () => {
  expect(createMask([])('text')).toBe('text');
  expect(createMask(['abc', ''])('abc')).toBe('abc');
});

test('no secret survives, whatever characters it has', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 4, unit: 'binary' }), fc.string(), fc.string(), (hidden, before, after) => {
      fc.pre(!'••••••'.includes(hidden) && !(before + after).includes('•'));
      expect(createMask([hidden])(before + hidden + after)).toContain('••••••');
    }),
  );
});

test.each([
  { name: 'one secret', secrets: ['hunter22'] },
  {
    name: 'two thousand secrets',
    secrets: Array.from({ length: 2000 }, (_, index) => `hunter-${index}-${index * 7919}`),
  },
])('a body of 5 MB is masked in many small pieces: $name', ({ secrets }) => {
  const line = `${'x'.repeat(990)}${secrets.at(-1)}\n`;
  const text = line.repeat(5000);
  const pieces = createMask(secrets).pieces(text);
  let yields = 0;
  let piece = pieces.next();
  for (; !piece.done; piece = pieces.next()) yields += 1;
  expect(yields).toBeGreaterThan(40);
  expect(piece.value).toBe(`${'x'.repeat(990)}••••••\n`.repeat(5000));
});

test('a text in which every place almost matches a long secret is hidden entirely', () => {
  const secrets = [`${'a'.repeat(100_000)}b`];
  expect(createMask(secrets)('a'.repeat(99_999))).toBe('••••••');
  expect(createMask(secrets)('a'.repeat(1000))).toBe('a'.repeat(1000));
});

test('joined masks hide the secrets of both', () => {
  expect(joinMasks(createMask(['first-one']), createMask(['second-one']))('a first-one, a second-one')).toBe(
    'a ••••••, a ••••••',
  );
});
