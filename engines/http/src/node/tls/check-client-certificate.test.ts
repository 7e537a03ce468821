import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { encryptKey, makeCertificate, makePfx } from '../../testing/certificates.ts';
import { checkClientCertificate, describeClientCertificate } from './check-client-certificate.ts';
import { type ClientCertificate, findClientCertificate } from './client-certificates.ts';

const authority = makeCertificate({ commonName: 'Test authority', isAuthority: true });
const client = makeCertificate({
  commonName: 'Test client',
  issuer: authority,
  validFrom: new Date('2026-01-02T00:00:00Z'),
  validTo: new Date('2036-01-02T00:00:00Z'),
});
const other = makeCertificate({ commonName: 'Other' });
const facts = {
  subject: 'CN=Test client',
  issuer: 'CN=Test authority',
  validFrom: new Date('2026-01-02T00:00:00Z'),
  validTo: new Date('2036-01-02T00:00:00Z'),
  fingerprint: expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/),
};
const pem = { domain: 'a.test', format: 'pem' as const, certificate: client.cert, key: client.key };
const pfx = (bytes: Uint8Array, passphrase?: string): ClientCertificate => ({
  domain: 'a.test',
  format: 'pfx',
  pfx: bytes,
  ...(passphrase === undefined ? {} : { passphrase }),
});
const legacy = { algorithm: '3des' } as const;
const ecKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' });

test.each<[string, ClientCertificate]>([
  ['a PEM pair', pem],
  ['a chain in PEM', { ...pem, certificate: `${client.cert}\n${authority.cert}` }],
  ['a PEM pair with a protected key', { ...pem, key: encryptKey(client.key, 'open'), passphrase: 'open' }],
  ['a PEM pair with a needless passphrase', { ...pem, passphrase: 'unused' }],
  ['a PFX', pfx(makePfx(client, 'open'), 'open')],
  ['a PFX without passphrase', pfx(makePfx(client, ''))],
  ['a legacy PFX', pfx(makePfx(client, 'open', legacy), 'open')],
  ['a PFX with its authority first', pfx(makePfx(client, 'open', { authorities: [authority] }), 'open')],
  [
    'a legacy PFX with its authority first',
    pfx(makePfx(client, 'open', { ...legacy, authorities: [authority] }), 'open'),
  ],
])('describes %s', async (_name, certificate) => {
  expect(await describeClientCertificate(certificate)).toEqual({ facts });
});

test.each<[string, ClientCertificate, string, RegExp]>([
  ['a wrong passphrase of a PFX', pfx(makePfx(client, 'open'), 'shut'), 'passphrase', /passphrase is wrong/],
  ['a missing passphrase of a PFX', pfx(makePfx(client, 'open')), 'passphrase', /passphrase is wrong/],
  ['a wrong passphrase of a legacy PFX', pfx(makePfx(client, 'open', legacy), 'shut'), 'passphrase', /is wrong/],
  [
    'a wrong passphrase of a key',
    { ...pem, key: encryptKey(client.key, 'open'), passphrase: 'shut' },
    'passphrase',
    /wrong or missing/,
  ],
  ['a missing passphrase of a key', { ...pem, key: encryptKey(client.key, 'open') }, 'passphrase', /wrong or missing/],
  ['the key of another certificate', { ...pem, key: other.key }, 'key', /does not belong/],
  ['a key of another kind', { ...pem, key: String(ecKey) }, 'key', /does not belong/],
  ['a text that is no certificate', { ...pem, certificate: 'nonsense' }, 'file', /cannot be read/],
  ['a text that is no key', { ...pem, key: 'nonsense' }, 'file', /cannot be read/],
  ['a file that is no PFX', pfx(new Uint8Array([1, 2, 3])), 'file', /not a readable PFX/],
])('reports that %s cannot be used', async (_name, certificate, problem, message) => {
  expect(await describeClientCertificate(certificate)).toEqual({ problem, message: expect.stringMatching(message) });
});

test('gives the same result from a separate process', async () => {
  expect(await checkClientCertificate(pem, 60_000)).toEqual({ facts });
  expect(await checkClientCertificate({ ...pem, key: other.key }, 60_000)).toMatchObject({ problem: 'key' });
});

test('kills a file that asks for two billion rounds of key derivation', async () => {
  const endless = makePfx(client, 'open', { claimedRounds: 2 ** 31 - 1 });
  expect(await checkClientCertificate(pfx(endless, 'open'), 1500)).toEqual({
    problem: 'file',
    message: expect.stringContaining('was not open within 1500 ms'),
  });
});

test('finds the certificate for a bracketed IPv6 address', () => {
  const certificates = [{ ...pem, domain: '[::1]:8443' }];
  expect(findClientCertificate(certificates, '::1', 8443)).toBe(certificates[0]);
  expect(findClientCertificate(certificates, '::1', 443)).toBeUndefined();
});
