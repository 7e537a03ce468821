import { makeCertificate, makePfx } from '@touchstone/engine-http/testing';
import { expect, test } from 'vitest';
import { readCertificateFiles, toClientCertificate, validityWarning } from './certificate-files.ts';

const { cert, key } = makeCertificate({ commonName: 'client' });
const authority = makeCertificate({ commonName: 'authority', isAuthority: true });
const pfx = makePfx({ cert, key }, 'open');
const file = (fileName: string, content: string | Uint8Array) => ({
  fileName,
  bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content,
});
const oldKey =
  '-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0A\n\nAAAA\n-----END RSA PRIVATE KEY-----';

test.each([
  ['certificate and key', [file('c.pem', cert), file('k.pem', key)], { certificate: cert.trim(), key: key.trim() }],
  ['key first', [file('k.pem', key), file('c.pem', cert)], { certificate: cert.trim(), key: key.trim() }],
  ['both in one file', [file('all.pem', `Bag Attributes\n${key}${cert}`)], { certificate: cert.trim() }],
  [
    'a chain',
    [file('c.pem', cert + authority.cert), file('k.pem', key)],
    { certificate: `${cert.trim()}\n${authority.cert.trim()}` },
  ],
  ['a protected key of the old kind', [file('c.pem', cert), file('k.pem', oldKey)], { key: oldKey }],
  [
    'parameters of a curve before the key',
    [file('a.pem', `${cert}-----BEGIN EC PARAMETERS-----\nAA\n-----END EC PARAMETERS-----\n${key}`)],
    { key: key.trim() },
  ],
])('reads PEM: %s', (_name, files, content) => {
  expect(readCertificateFiles(files)).toMatchObject({ content: { type: 'PEM', ...content } });
});

test('reads a PFX, whatever its name', () => {
  const read = readCertificateFiles([file('client.dat', pfx)]);
  expect(read).toEqual({ content: { type: 'PFX', pfx: Buffer.from(pfx).toString('base64') } });
});

const version3 = [0x02, 0x01, 0x03];

test.each([
  ['a length of one byte', [0x30, 0x03, ...version3]],
  ['a length of two bytes more', [0x30, 0x82, 0x01, 0x00, ...version3]],
  ['an indefinite length', [0x30, 0x80, ...version3]],
])('reads a PFX with %s', (_name, bytes) => {
  expect(readCertificateFiles([file('a.pfx', Uint8Array.from(bytes))])).toEqual({
    content: { type: 'PFX', pfx: Buffer.from(bytes).toString('base64') },
  });
});

test.each([
  ['no sequence', [0x31, 0x03, ...version3]],
  ['no version', [0x30, 0x03, 0x04, 0x01, 0x03]],
  ['a version that is longer', [0x30, 0x03, 0x02, 0x02, 0x03]],
  ['an older version', [0x30, 0x03, 0x02, 0x01, 0x02]],
  ['a length that skips the version', [0x30, 0x81, ...version3]],
  ['nothing behind its length', [0x30, 0x03]],
])('a file with %s is not a PFX', (_name, bytes) => {
  expect(readCertificateFiles([file('a.pfx', Uint8Array.from(bytes))])).toEqual({
    problem: 'a.pfx is neither PEM nor PFX. Convert the certificate to one of them.',
  });
});

test('no files have no content', () => {
  expect(readCertificateFiles([])).toEqual({ problem: expect.stringContaining('no certificate') });
});

test.each([
  ['a certificate alone', [file('c.pem', cert)], 'Select the private key of the certificate too.'],
  ['a key alone', [file('k.pem', key)], 'Select the certificate too.'],
  ['two keys', [file('c.pem', cert), file('k.pem', key + authority.key)], 'There are 2 private keys.'],
  ['a PFX with something else', [file('c.pem', cert), file('c.pfx', pfx)], 'Select it alone.'],
  ['another kind of file', [file('photo.png', 'PNG')], 'photo.png is neither PEM nor PFX.'],
  ['an empty file', [file('empty.pem', '')], 'empty.pem is neither PEM nor PFX.'],
  ['half a block', [file('half.pem', '-----BEGIN CERTIFICATE-----\nAAAA')], 'half.pem is neither PEM nor PFX.'],
])('rejects %s', (_name, files, problem) => {
  expect(readCertificateFiles(files)).toEqual({ problem: expect.stringContaining(problem) });
});

test('passes bytes and passphrase to the engine', () => {
  const content = { type: 'PFX', pfx: Buffer.from(pfx).toString('base64') } as const;
  const opened = toClientCertificate('a.test', { content, passphrase: 'open' });
  expect(opened).toEqual({ domain: 'a.test', format: 'pfx', pfx: Buffer.from(pfx), passphrase: 'open' });
  expect(toClientCertificate('a.test', { content: { type: 'PEM', certificate: cert, key } })).toEqual({
    domain: 'a.test',
    format: 'pem',
    certificate: cert,
    key,
  });
});

test.each([
  ['2026-05-01', null],
  ['2026-05-31', null],
  ['2026-06-01', 'This certificate expired on 2026-06-01. Servers will refuse it.'],
  ['2026-04-30', 'This certificate is valid from 2026-05-01 on. Servers will refuse it until then.'],
])('on %s warns: %s', (now, warning) => {
  const validity = { validFrom: new Date('2026-05-01'), validTo: new Date('2026-06-01') };
  expect(validityWarning(validity, new Date(now))).toBe(warning);
});
