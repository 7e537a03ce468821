import { AppError } from '@touchstone/kernel';
import { expect, test } from 'vitest';
import { virtualizationErrors } from '../../errors.ts';
import { NamedDocuments } from './named-documents.ts';

const url = 'https://a.test/api/main.json';
const megabyte = 1024 * 1024;
const bytes = (text: string) => new TextEncoder().encode(text);
/** Takes documents whose content `fetch` returns. */
const take = async (
  asked: string[],
  fetch: (address: string) => Promise<Uint8Array>,
  format: 'openapi' | 'wsdl' = 'wsdl',
) => {
  const named = new NamedDocuments(url, fetch);
  const isMore = await named.take({ asked, format });
  return { isMore, documents: named.documents };
};

test('documents are fetched as text, and no re-read is needed if none was requested', async () => {
  const fetched = await take(['https://b.test/1', 'HTTP://c.test/2'], async (address) => bytes(`of ${address}`));
  expect(fetched).toEqual({
    isMore: true,
    documents: [
      { location: 'https://b.test/1', text: 'of https://b.test/1' },
      { location: 'HTTP://c.test/2', text: 'of HTTP://c.test/2' },
    ],
  });
  expect(await take([], async () => bytes(''))).toEqual({ isMore: false, documents: [] });
});

test.each<[location: string, format: 'openapi' | 'wsdl', failure: string | undefined]>([
  ['ftp://a.test/1', 'wsdl', 'only http and https addresses are fetched'],
  ['file:///etc/passwd', 'wsdl', 'only http and https addresses are fetched'],
  ['see http://a.test/1', 'wsdl', 'only http and https addresses are fetched'],
  ['https://a.test/other/1', 'openapi', undefined],
  ['http://a.test/1', 'openapi', 'it lies on another server than the document'],
  ['https://a.test:8443/1', 'openapi', 'it lies on another server than the document'],
  ['https://b.test/1', 'openapi', 'it lies on another server than the document'],
  ['https://b.test/1', 'wsdl', undefined],
])('fetching %s of format %s fails with: %s', async (location, format, failure) => {
  const { documents } = await take([location], async () => bytes('x'), format);
  expect(documents).toEqual([failure === undefined ? { location, text: 'x' } : { location, failure }]);
});

test('a document that cannot be fetched has the reason, from the error details if present', async () => {
  const details = [{ path: 'url', message: 'It answered with status 503.' }];
  const failures = [
    new Error('broken'),
    new AppError(virtualizationErrors.invalidAsset, { details }),
    new AppError(virtualizationErrors.noDocument),
  ];
  const asked = ['https://b.test/0', 'https://b.test/1', 'https://b.test/2'];
  const { documents } = await take(asked, (address) => Promise.reject(failures[Number(address.at(-1))]));
  expect(documents.map(({ failure }) => failure)).toEqual([
    'broken',
    'It answered with status 503.',
    'Give the text of a document, or its address.',
  ]);
});

test('at most fifty documents are fetched, including failed ones', async () => {
  const asked = Array.from({ length: 51 }, (_, n) => `https://b.test/${n}`);
  const { documents } = await take(asked, async (address) => {
    if (address.endsWith('7')) throw new Error('broken');
    return bytes('x');
  });
  expect(documents.filter(({ text }) => text !== undefined)).toHaveLength(45);
  expect(documents[50]).toEqual({ location: 'https://b.test/50', failure: 'an import fetches up to 50 documents' });
});

test('fetching stops once the total exceeds 64 MB', async () => {
  const half = new Uint8Array(32 * megabyte);
  const sizes = [half, half, new Uint8Array(1), new Uint8Array(1)];
  const asked = sizes.map((_, n) => `https://b.test/${n}`);
  const { documents } = await take(asked, async (address) => sizes[Number(address.at(-1))] as Uint8Array);
  expect(documents.map(({ failure }) => failure)).toEqual([
    undefined,
    undefined,
    undefined,
    'an import fetches up to 64 MB',
  ]);
});
