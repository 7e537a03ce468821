import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { zipOf } from '../testing/index.ts';
import { unpackZip, zipEntries } from './unpack-zip.ts';

const limits = { files: 10, megabytes: 1 };
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

test('files of an archive are unpacked, deflated or stored, without folders', () => {
  const archive = zipOf({ 'wsdl/': '', 'wsdl/a.wsdl': 'a'.repeat(5000), 'xsd/b.xsd': 'b', '__MACOSX/a': '' });
  const files = unpackZip(archive, limits).map(({ fileName, bytes }) => [fileName, text(bytes)]);
  expect(files).toEqual([
    ['wsdl/a.wsdl', 'a'.repeat(5000)],
    ['xsd/b.xsd', 'b'],
  ]);
});

test.each([
  ['what is no archive', new TextEncoder().encode('PK no archive'), 'no ZIP archive'],
  ['an archive that was cut', zipOf({ 'a.xsd': 'x'.repeat(100) }).subarray(20), 'damaged'],
  [
    'too many files',
    zipOf(Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`${n}.xsd`, 'x']))),
    'more than 10',
  ],
  ['what becomes too large', zipOf({ 'a.xsd': '0'.repeat(2_000_000) }), 'larger than 1 MB'],
])('%s is rejected', (_, archive, reason) => {
  expect(() => unpackZip(archive, limits)).toThrow(reason);
});

test('content larger than the archive declares is rejected', () => {
  const archive = zipOf({ 'a.xsd': '0'.repeat(100_000) });
  const [entry] = zipEntries(archive) ?? [];
  expect(entry).toMatchObject({ size: 100_000, packedSize: deflateRawSync('0'.repeat(100_000)).length });
  const view = new DataView(archive.buffer, archive.byteOffset);
  const directory = view.getUint32(archive.length - 6, true);
  view.setUint32(directory + 24, 10, true);
  expect(() => unpackZip(archive, limits)).toThrow('a.xsd of the archive is damaged.');
});
