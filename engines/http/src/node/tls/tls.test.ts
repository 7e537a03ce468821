import type { TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { HttpStep } from '../../core/plan.ts';
import type { HttpSession } from '../../core/session.ts';
import { buildStep } from '../../testing/build-step.ts';
import { makeCertificate, makePfx, type TestCertificate } from '../../testing/certificates.ts';
import { type LocalServer, startHttp, startHttps } from '../../testing/local-server.ts';
import { createHttpSession, type HttpSessionOptions } from '../http-session.ts';

const altNames = [{ dns: 'localhost' }, { ip: '127.0.0.1' }];
let authority: TestCertificate;
let client: TestCertificate;
const servers: Record<string, LocalServer> = {};
let session: HttpSession | undefined;

beforeAll(async () => {
  authority = makeCertificate({ commonName: 'Test authority', isAuthority: true });
  client = makeCertificate({ commonName: 'Test client', issuer: authority });
  const good = makeCertificate({ commonName: 'localhost', altNames, issuer: authority });
  const past = new Date('2020-01-02T00:00:00Z');
  const expired = {
    ...makeCertificate({
      commonName: 'localhost',
      altNames,
      issuer: authority,
      validFrom: new Date('2020-01-01'),
      validTo: past,
    }),
  };
  const wrongHost = makeCertificate({ commonName: 'other.test', altNames: [{ dns: 'other.test' }], issuer: authority });
  const selfSigned = makeCertificate({ commonName: 'localhost', altNames });
  const answer = (request: { socket: unknown }, response: { end(text: string): void }) => {
    const peer = (request.socket as TLSSocket).getPeerCertificate?.();
    response.end(peer?.subject?.CN?.toString() ?? 'nobody');
  };
  servers.good = await startHttps(good, answer);
  servers.expired = await startHttps(expired, answer);
  servers.wrongHost = await startHttps(wrongHost, answer);
  servers.selfSigned = await startHttps(selfSigned, answer);
  servers.mutual = await startHttps(
    { ...good, ca: authority.cert, requestCert: true, rejectUnauthorized: true },
    answer,
  );
  servers.plain = await startHttp(answer);
}, 60_000);
afterAll(async () => {
  for (const server of Object.values(servers)) await server.close();
});
afterEach(async () => {
  await session?.close();
});

function send(url: string, tls: HttpSessionOptions['tls'] = {}, settings: HttpStep['settings'] = {}) {
  session = createHttpSession({ scopes: [], tls: { ca: authority.cert, ...tls } });
  return session.execute(buildStep({ url, settings }));
}

test("trusts a given authority and describes the server's certificate", async () => {
  const result = await send(`${servers.good!.url}/`);
  expect(result).toMatchObject({
    status: 'passed',
    certificate: { subject: 'CN=localhost', issuer: 'CN=Test authority', daysLeft: 29, protocol: 'TLSv1.3' },
  });
  expect(result.certificate?.validTo).toMatch(/^\d{4}-\d\d-\d\dT/);
  expect(result.timing!.tlsMs).toBeGreaterThan(0);
  const again = await session!.execute(buildStep({ url: `${servers.good!.url}/` }));
  expect(again.timing!.tlsMs).toBe(0);
  expect(again.certificate).toEqual(result.certificate);
});

test.each([
  ['expired', /it has expired/],
  ['wrongHost', /issued for another host \(other\.test\)/],
  ['selfSigned', /it is self-signed/],
])('rejects a certificate that is %s, and accepts it with verification disabled', async (name, message) => {
  const url = `${servers[name]!.url}/`;
  const refused = await send(url);
  expect(refused).toMatchObject({ status: 'error', error: { code: 'TLS', message: expect.stringMatching(message) } });
  await session?.close();
  const taken = await send(url, {}, { verifyCertificate: false });
  expect(taken.status).toBe('passed');
  expect(taken.certificate?.subject).toMatch(/^CN=/);
});

test('verified and unverified requests of one session never share a connection', async () => {
  const url = `${servers.selfSigned!.url}/`;
  expect((await send(url, {}, { verifyCertificate: false })).status).toBe('passed');
  expect((await session!.execute(buildStep({ url }))).error?.code).toBe('TLS');
});

test('reports a server that does not speak TLS, or that rejects plain HTTP', async () => {
  const noTls = await send(`https://127.0.0.1:${servers.plain!.port}/`);
  expect(noTls.error).toMatchObject({ code: 'TLS', message: expect.stringContaining('does not speak TLS') });
});

test('an unreadable authority is an error', async () => {
  const result = await send(`${servers.good!.url}/`, { ca: 'nonsense' });
  expect(result.status).toBe('error');
  expect(result.error?.code).toBe('TLS');
});

const pem = (domain: string) => ({ domain, format: 'pem' as const, certificate: client.cert, key: client.key });

test('presents the client certificate of the matching domain only', async () => {
  const url = `${servers.mutual!.url}/`;
  const result = await send(url, { clientCertificates: [pem('127.0.0.1')] });
  expect(Buffer.from(result.response!.body.bytes).toString()).toBe('Test client');
  await session?.close();
  for (const domain of ['127.0.0.1:1', 'other.test', '*.0.0.1.test']) {
    const refused = await send(url, { clientCertificates: [pem(domain)] });
    expect(refused.status).toBe('error');
    expect(['TLS', 'CONNECTION']).toContain(refused.error?.code);
    await session?.close();
  }
  for (const domain of [`127.0.0.1:${servers.mutual!.port}`, '*']) {
    expect((await send(url, { clientCertificates: [pem(domain)] })).status).toBe('passed');
    await session?.close();
  }
});

test('opens a legacy PFX, and reports a wrong passphrase', async () => {
  const pfx = makePfx(client, 'open', { algorithm: '3des' });
  const url = `${servers.mutual!.url}/`;
  const opened = await send(url, {
    clientCertificates: [{ domain: '127.0.0.1', format: 'pfx', pfx, passphrase: 'open' }],
  });
  expect(Buffer.from(opened.response!.body.bytes).toString()).toBe('Test client');
  await session?.close();
  const wrong = await send(url, {
    clientCertificates: [{ domain: '127.0.0.1', format: 'pfx', pfx, passphrase: 'shut' }],
  });
  expect(wrong.error).toMatchObject({
    code: 'CLIENT_CERTIFICATE',
    message: expect.stringContaining('the passphrase is wrong'),
  });
});

test.each([
  ['a file that is no PFX', { format: 'pfx' as const, pfx: new Uint8Array([1, 2, 3]) }, /not a readable PFX/],
  [
    'a text that is no PEM',
    { format: 'pem' as const, certificate: 'x', key: 'y' },
    /Upload certificate and key in PEM/,
  ],
])('reports that %s cannot be used', async (_name, material, message) => {
  const result = await send(`${servers.mutual!.url}/`, { clientCertificates: [{ domain: '*', ...material }] });
  expect(result.error).toMatchObject({ code: 'CLIENT_CERTIFICATE', message: expect.stringMatching(message) });
});

test('reports a key that does not belong to its certificate', async () => {
  const other = makeCertificate({ commonName: 'Other' });
  const mixed = { domain: '*', format: 'pem' as const, certificate: client.cert, key: other.key };
  const result = await send(`${servers.mutual!.url}/`, { clientCertificates: [mixed] });
  expect(result.error).toMatchObject({
    code: 'CLIENT_CERTIFICATE',
    message: expect.stringContaining('does not belong'),
  });
});
