import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { encryptKey, makeCertificate, makePfx, startHttps } from '@touchstone/engine-http/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../testing/command.ts';

const passphrase = 'paws-on-the-table';
let mutual: Awaited<ReturnType<typeof startHttps>>;
let folder: string;
const names: string[] = [];

beforeAll(async () => {
  const authority = makeCertificate({ commonName: 'Test authority', isAuthority: true });
  const client = makeCertificate({ commonName: 'Test client', issuer: authority });
  const server = makeCertificate({ commonName: 'localhost', altNames: [{ ip: '127.0.0.1' }], issuer: authority });
  mutual = await startHttps(
    { ...server, ca: authority.cert, requestCert: true, rejectUnauthorized: true },
    (request, response) => {
      names.push(String((request.socket as TLSSocket).getPeerCertificate().subject.CN));
      response.end('ok');
    },
  );
  folder = mkdtempSync(join(tmpdir(), 'touchstone-cli-'));
  const files: Record<string, string | Uint8Array> = {
    'client.pem': client.cert,
    'client.key': client.key,
    'protected.key': encryptKey(client.key, passphrase),
    'both.pem': client.cert + client.key,
    'other.key': makeCertificate({ commonName: 'Other' }).key,
    'client.pfx': makePfx(client, passphrase),
    'old.pfx': makePfx(client, passphrase, { algorithm: '3des' }),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
});
afterAll(async () => {
  await mutual.close();
  rmSync(folder, { recursive: true, force: true });
});

const run = (args: string[], env: NodeJS.ProcessEnv = {}) =>
  runCommand(['run', '--curl', `curl -k ${mutual.url}/`, ...args], { cwd: folder, env });

test.each([
  ['certificate and key', ['--cert', 'client.pem', '--key', 'client.key'], {}],
  ['one file with both', ['--cert', 'both.pem'], {}],
  ['a protected key', ['--cert', 'client.pem', '--key', 'protected.key', '--passphrase', passphrase], {}],
  ['a PFX', ['--pfx', 'client.pfx'], { TOUCHSTONE_PASSPHRASE: passphrase }],
  ['an old PFX', ['--pfx', 'old.pfx', '--passphrase', passphrase], {}],
])('presents %s', async (_name, args, env) => {
  names.length = 0;
  const { exitCode, stdout } = await run([...args, '--reporter', 'list,json=out.json'], env);
  expect({ exitCode, names }, stdout).toEqual({ exitCode: 0, names: ['Test client'] });
  const report = readFileSync(join(folder, 'out.json'), 'utf8');
  expect(stdout + report).not.toContain(passphrase);
  expect(stdout + report).not.toContain('PRIVATE KEY');
});

test('without a certificate the rejected handshake says what may be missing', async () => {
  const { exitCode, stdout } = await run([]);
  expect(exitCode).toBe(2);
  expect(stdout).toContain('client certificate');
});

test.each([
  ['a wrong passphrase', ['--pfx', 'client.pfx', '--passphrase', 'wrong'], 'The passphrase of client.pfx is wrong'],
  ['a missing passphrase', ['--cert', 'client.pem', '--key', 'protected.key'], 'of protected.key is wrong or missing'],
  [
    'a key of another certificate',
    ['--cert', 'client.pem', '--key', 'other.key'],
    'does not belong to its private key',
  ],
  ['a certificate without key', ['--cert', 'client.pem'], 'client.pem contains no private key. Give it as --key FILE.'],
  ['a key alone', ['--key', 'client.key'], '--key needs --cert'],
  ['both kinds', ['--cert', 'client.pem', '--pfx', 'client.pfx'], 'Give either --cert or --pfx'],
  ['a passphrase of nothing', ['--passphrase', 'x'], '--passphrase needs --cert or --pfx.'],
  ['a file that is not there', ['--pfx', 'nowhere.pfx'], '--pfx nowhere.pfx cannot be read'],
])('rejects %s before anything is sent', async (_name, args, message) => {
  names.length = 0;
  const { exitCode, stderr } = await run(args);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(message);
  expect(names).toEqual([]);
});

test('suites of a server use the certificates of their workspace', async () => {
  const { exitCode, stderr } = await runCommand(['run', '--suite', 'Shop', '--pfx', 'client.pfx'], { cwd: folder });
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: expect.stringContaining('suites use the certificates of their workspace'),
  });
});
