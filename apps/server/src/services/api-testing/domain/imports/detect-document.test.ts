import { expect, test } from 'vitest';
import { detectDocument } from './detect-document.ts';

const openapi = (text = '') => `openapi: 3.0.0\ninfo: { title: Shop, version: '1' }\n${text}`;
const file = (fileName: string, text: string) => ({ fileName, text });

test.each([
  ['the only one', [file('shop.yaml', openapi())], 0, 'openapi'],
  ['the one with a known format', [file('notes.txt', 'notes'), file('shop.yaml', openapi())], 1, 'openapi'],
  [
    'the one that no other names',
    [file('orders.yaml', openapi()), file('shop.yaml', openapi("$ref: './schemas/orders.yaml#/a'"))],
    1,
    'openapi',
  ],
  [
    'the one that a file without a known format does not name',
    [file('orders.yaml', openapi()), file('notes.txt', 'see orders.yaml'), file('shop.yaml', openapi())],
    2,
    'openapi',
  ],
  [
    'the first where they name each other',
    [file('a.yaml', openapi('# b.yaml')), file('b.yaml', openapi('# a.yaml'))],
    0,
    'openapi',
  ],
  ['one that names itself', [file('a.yaml', openapi('# a.yaml')), file('b.yaml', openapi('# c'))], 0, 'openapi'],
  ['the first where no format is known', [file('a.txt', 'notes'), file('b.txt', 'notes')], 0, undefined],
])('the document is %s', (_case, files, index, format) => {
  expect(detectDocument(files)).toMatchObject({ index, format });
});

test('the only known document is chosen although another file references it', () => {
  const files = [file('notes.txt', 'see shop.yaml'), file('shop.yaml', openapi())];
  expect(detectDocument(files)).toMatchObject({ index: 1, format: 'openapi' });
});

test('without files there is no document', () => {
  expect(detectDocument([])).toEqual({ index: 0, format: undefined, reason: 'There is no file.' });
});
