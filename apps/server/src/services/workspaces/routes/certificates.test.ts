import { createHash } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import type { Client } from '@touchstone/contracts';
import { apiPreviewRoutes, apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { encryptKey, makeCertificate, makePfx, startHttps } from '@touchstone/engine-http/testing';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { draft, failureOf, followRun, newProject, newScript, newSuite } from '../../api-testing/testing/builders.ts';
import { workspacesService } from '../index.ts';
import { actorFor, auditOf, refusalOf } from '../testing/use-cases.ts';

const calls = apiTestingRoutes;
const altNames = [{ dns: 'localhost' }, { ip: '127.0.0.1' }];
const authority = makeCertificate({ commonName: 'Test authority', isAuthority: true });
const client = makeCertificate({ commonName: 'Test client', issuer: authority });
const passphrase = 'paws-on-the-table';
const log: string[] = [];
let server: TestServer;
let mutual: Awaited<ReturnType<typeof startHttps>>;

beforeAll(async () => {
  const identity = makeCertificate({ commonName: 'localhost', altNames, issuer: authority });
  const demanding = { ...identity, ca: authority.cert, requestCert: true, rejectUnauthorized: true };
  [server, mutual] = await Promise.all([
    createTestServer({
      postgresUrl: inject('postgresUrl'),
      env: { LOG_LEVEL: 'trace' },
      logTo: { write: (line) => log.push(line) },
    }),
    startHttps(demanding, (request, response) => {
      const name = (request.socket as TLSSocket).getPeerCertificate().subject.CN;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ name }));
    }),
  ]);
});
afterAll(async () => {
  await mutual.close();
  await server.close();
});

type Files = Record<string, string | Uint8Array>;
const formOf = (files: Files): FormData => {
  const form = new FormData();
  for (const [name, content] of Object.entries(files)) form.append('file', new Blob([content as BlobPart]), name);
  return form;
};
const pemFiles: Files = { 'client.pem': client.cert, 'client.key': client.key };
const upload = (user: Client, projectId: string, files: Files = pemFiles) =>
  user.call(workspaceRoutes.uploadCertificate, { query: { projectId }, body: formOf(files) });
async function newCertificate(
  user: Client,
  projectId: string,
  domainName: string,
  { files = pemFiles, ...rest }: { files?: Files; passphrase?: string } = {},
) {
  const { uploadId } = await upload(user, projectId, files);
  return user.call(workspaceRoutes.createCertificate, { body: { projectId, domainName, uploadId, ...rest } });
}

test('lists, creates, updates and deletes certificates with projectId and domainName [certificates-1]', async () => {
  const user = server.admin.client;
  const projectId = await newProject(user);
  const made = await newCertificate(user, projectId, ' API.Example.test ');
  expect(made).toMatchObject({
    projectId,
    domainName: 'api.example.test',
    type: 'PEM',
    file: 'client.pem, client.key',
    subject: 'CN=Test client',
    issuer: 'CN=Test authority',
    fingerprint: expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/),
  });
  expect(Date.parse(made.notAfter)).toBeGreaterThan(Date.now());
  const { certificateId } = made;
  const moved = await user.call(workspaceRoutes.updateCertificate, {
    body: { certificateId, projectId, domainName: '*.example.test:8443' },
  });
  expect(moved).toMatchObject({ domainName: '*.example.test:8443', fingerprint: made.fingerprint });
  const other = makeCertificate({ commonName: 'Successor' });
  const { uploadId } = await upload(user, projectId, { 'next.pfx': makePfx(other, passphrase) });
  const replaced = await user.call(workspaceRoutes.updateCertificate, {
    body: { certificateId, projectId, domainName: moved.domainName, uploadId, passphrase },
  });
  expect(replaced).toMatchObject({ certificateId, type: 'PFX', file: 'next.pfx', subject: 'CN=Successor' });
  expect(await user.call(workspaceRoutes.listCertificates, { query: { projectId } })).toEqual({
    certificates: [replaced],
  });
  await user.call(workspaceRoutes.deleteCertificate, { query: { certificateId } });
  expect(await user.call(workspaceRoutes.listCertificates, { query: { projectId } })).toEqual({ certificates: [] });
  expect(await failureOf(user.call(workspaceRoutes.deleteCertificate, { query: { certificateId } }))).toMatchObject({
    status: 404,
    code: 'API_TESTING_CERTIFICATE_NOT_FOUND',
  });
});

test.each<[string, Files, string | undefined, string]>([
  ['a PEM pair', pemFiles, undefined, 'PEM'],
  ['a protected key', { 'all.pem': client.cert + encryptKey(client.key, passphrase) }, passphrase, 'PEM'],
  ['a PFX', { 'client.p12': makePfx(client, passphrase) }, passphrase, 'PFX'],
  ['an old PFX', { 'client.pfx': makePfx(client, passphrase, { algorithm: '3des' }) }, passphrase, 'PFX'],
])('uploads and validates %s [certificates-2]', async (_name, files, given, type) => {
  const user = server.admin.client;
  const projectId = await newProject(user);
  const uploaded = await upload(user, projectId, files);
  expect(uploaded).toMatchObject({ type, file: Object.keys(files).join(', ') });
  const check = await user.call(workspaceRoutes.validateCertificate, {
    body: { projectId, uploadId: uploaded.uploadId, ...(given && { passphrase: given }) },
  });
  expect(check).toMatchObject({ type, subject: 'CN=Test client', issuer: 'CN=Test authority', warning: null });
});

test('warns of an expired certificate, and stores it for testing that servers reject it [certificates-2]', async () => {
  const user = server.admin.client;
  const projectId = await newProject(user);
  const expired = makeCertificate({
    commonName: 'Old',
    validFrom: new Date('2020-01-01T00:00:00Z'),
    validTo: new Date('2021-02-03T00:00:00Z'),
  });
  const { uploadId } = await upload(user, projectId, { 'old.pem': expired.cert + expired.key });
  expect(await user.call(workspaceRoutes.validateCertificate, { body: { projectId, uploadId } })).toMatchObject({
    notAfter: '2021-02-03T00:00:00.000Z',
    warning: 'This certificate expired on 2021-02-03. Servers will refuse it.',
  });
  await user.call(workspaceRoutes.createCertificate, { body: { projectId, domainName: 'a.test', uploadId } });
});

test.each<[string, Files, string | undefined, string, string, string]>([
  [
    'a wrong passphrase',
    { 'c.pfx': makePfx(client, 'right') },
    'wrong',
    'API_TESTING_CERTIFICATE_PASSPHRASE_WRONG',
    'passphrase',
    'The passphrase is wrong.',
  ],
  [
    'a missing passphrase',
    { 'c.pem': client.cert + encryptKey(client.key, 'right') },
    undefined,
    'API_TESTING_CERTIFICATE_PASSPHRASE_MISSING',
    'passphrase',
    'This certificate is protected. Enter its passphrase.',
  ],
  [
    'the key of another certificate',
    { 'c.pem': client.cert, 'k.pem': authority.key },
    undefined,
    'API_TESTING_CERTIFICATE_KEY_MISMATCH',
    'uploadId',
    'The private key does not belong to this certificate.',
  ],
  [
    'a damaged certificate',
    { 'c.pem': client.cert.replace(/\n.{8}/, '\nAAAAAAAA'), 'k.pem': client.key },
    undefined,
    'API_TESTING_CERTIFICATE_UNREADABLE',
    'uploadId',
    'This certificate cannot be used.',
  ],
])(
  'rejects %s when it is validated and when it is saved [certificates-2]',
  async (_name, files, given, code, path, message) => {
    const user = server.admin.client;
    const projectId = await newProject(user);
    const { uploadId } = await upload(user, projectId, files);
    const body = { projectId, uploadId, ...(given && { passphrase: given }) };
    for (const refused of [
      await failureOf(user.call(workspaceRoutes.validateCertificate, { body })),
      await failureOf(user.call(workspaceRoutes.createCertificate, { body: { ...body, domainName: 'a.test' } })),
    ]) {
      expect(refused).toMatchObject({ status: 422, code, details: [{ path }] });
      expect(refused.message).toContain(message);
    }
    expect((await user.call(workspaceRoutes.listCertificates, { query: { projectId } })).certificates).toEqual([]);
  },
);

test.each<[string, Files, number, string]>([
  ['a certificate without its key', { 'c.pem': client.cert }, 422, 'Select the private key'],
  ['a file of another kind', { 'a.png': 'PNG' }, 422, 'a.png is neither PEM nor PFX'],
  ['a large file', { 'c.pem': 'x'.repeat(65 * 1024) }, 413, 'at most 64 kB'],
  ['three files', { a: client.cert, b: client.key, c: 'x' }, 413, 'at most two files'],
  ['no file', {}, 400, 'Please select certificate file.'],
])('rejects the upload of %s [certificates-2]', async (_name, files, status, message) => {
  const user = server.admin.client;
  const projectId = await newProject(user);
  expect(await failureOf(upload(user, projectId, files))).toMatchObject({
    status,
    message: expect.stringContaining(message),
  });
});

test('saving without a file says so [certificates-3]', async () => {
  const user = server.admin.client;
  const projectId = await newProject(user);
  const body = { projectId, domainName: 'a.test' };
  const missing = { path: 'uploadId', message: 'Please select certificate file.' };
  expect((await failureOf(user.call(workspaceRoutes.createCertificate, { body: body as never }))).details).toEqual([
    missing,
  ]);
  const empty = await failureOf(user.call(workspaceRoutes.createCertificate, { body: { ...body, uploadId: '' } }));
  expect(empty.details).toEqual([missing]);
  const { certificateId } = await newCertificate(user, projectId, 'a.test');
  const lone = await failureOf(
    user.call(workspaceRoutes.updateCertificate, { body: { ...body, certificateId, passphrase: 'of no file' } }),
  );
  expect(lone.details).toEqual([missing]);
});

test('a domain has one certificate in a workspace, however it is written', async () => {
  const user = server.admin.client;
  const projectId = await newProject(user);
  await newCertificate(user, projectId, 'a.test');
  const second = await newCertificate(user, projectId, 'a.test:443');
  const taken = {
    status: 409,
    code: 'API_TESTING_CERTIFICATE_DOMAIN_TAKEN',
    details: [
      { path: 'domainName', message: 'This workspace has a certificate for a.test already. Change that one instead.' },
    ],
  };
  expect(await failureOf(newCertificate(user, projectId, 'A.TEST'))).toMatchObject(taken);
  const { certificateId } = second;
  const body = { certificateId, projectId, domainName: 'a.test' };
  expect(await failureOf(user.call(workspaceRoutes.updateCertificate, { body }))).toMatchObject(taken);
  await newCertificate(user, await newProject(user), 'a.test');
});

test('an upload belongs to one user and one workspace, and is used once', async () => {
  const { admin } = server;
  const projectId = await newProject(admin.client);
  const other = await newProject(admin.client);
  const colleague = await server.createUser(admin, { role: 'ROLE_USER' });
  const { uploadId } = await upload(admin.client, projectId);
  const save = (user: Client, project: string) =>
    user.call(workspaceRoutes.createCertificate, { body: { projectId: project, domainName: 'a.test', uploadId } });
  const notFound = { status: 404, code: 'API_TESTING_CERTIFICATE_UPLOAD_NOT_FOUND' };
  expect(await failureOf(save(colleague.client, projectId))).toMatchObject(notFound);
  expect(await failureOf(save(admin.client, other))).toMatchObject(notFound);
  const { certificateId } = await save(admin.client, projectId);
  expect(await failureOf(save(admin.client, projectId))).toMatchObject(notFound);
  const body = { certificateId, projectId: other, domainName: 'b.test' };
  expect(await failureOf(admin.client.call(workspaceRoutes.updateCertificate, { body }))).toMatchObject({
    code: 'API_TESTING_CERTIFICATE_NOT_FOUND',
  });
});

const expectName = (expected: string) =>
  ({ kind: 'jsonPath', path: '$.name', operator: 'equals', expected, enabled: true }) as const;
/** The server's own certificate is from an untrusted authority. */
const settings = { timeoutMs: 30_000, followRedirects: true, maxRedirects: 10, verifyCertificate: false };

async function runOf(user: Client, projectId: string) {
  const suiteId = await newSuite(user, projectId);
  await newScript(user, suiteId, { url: `${mutual.url}/`, settings, assertions: [expectName('Test client')] });
  const { runId } = await user.call(calls.executeTest, { body: { projectId, suiteIds: [suiteId] } });
  const events = await followRun(user, runId);
  const { steps } = await user.call(calls.getExecution, { query: { runId } });
  const detail = await user.call(calls.getExecutionStep, { query: { runId, stepId: steps[0]?.stepId ?? '' } });
  return { runId, events, detail };
}

test('without a certificate a run says that the host may require one', async () => {
  const user = server.admin.client;
  const projectId = await newProject(user);
  await newCertificate(user, projectId, '127.0.0.1:1');
  const { detail } = await runOf(user, projectId);
  expect(detail).toMatchObject({ status: 'error', message: expect.stringContaining('client certificate') });
});

test('a wildcard serves subdomains only, and the preview uses certificates too', async () => {
  const user = server.admin.client;
  const projectId = await newProject(user);
  const send = (url: string) =>
    user.call(apiPreviewRoutes.preview, {
      body: { projectId, script: draft({ url, settings, assertions: [expectName('Test client')] }) },
    });
  await newCertificate(user, projectId, '*.localhost');
  expect(await send(mutual.url)).toMatchObject({ status: 'error' });
  await newCertificate(user, projectId, `127.0.0.1:${new URL(mutual.url).port}`);
  expect(await send(mutual.url)).toMatchObject({ status: 'passed' });
});

test('a prerequisite presents certificates, also on its own', async () => {
  const user = server.admin.client;
  const projectId = await newProject(user);
  const suiteId = await newSuite(user, projectId);
  const { scriptId } = await newScript(user, suiteId, { url: mutual.url, settings });
  await newCertificate(user, projectId, '127.0.0.1');
  await user.call(calls.createPrerequisite, {
    body: {
      projectId,
      name: 'Who am I',
      action: { kind: 'script', scriptId, dataHandlers: [{ name: 'me', source: 'jsonPath', path: '$.name' }] },
    },
  });
  const { runId } = await user.call(calls.runPrerequisites, { body: { projectId } });
  await followRun(user, runId);
  const { steps } = await user.call(calls.getExecution, { query: { runId } });
  expect(steps).toMatchObject([{ status: 'passed' }]);
});

const lineOf = (pem: string): string => pem.split('\n')[2] ?? '';

test.each<[string, Files, string | undefined]>([
  ['a PEM pair', { 'client.pem': client.cert, 'client.key': encryptKey(client.key, passphrase) }, passphrase],
  ['an unprotected PEM pair', pemFiles, undefined],
  ['a PFX', { 'client.pfx': makePfx(client, passphrase) }, passphrase],
  ['a PFX with old ciphers', { 'client.pfx': makePfx(client, passphrase, { algorithm: '3des' }) }, passphrase],
])('a run presents %s, and no key or passphrase is shown anywhere', async (_name, files, given) => {
  const user = server.admin.client;
  const projectId = await newProject(user);
  const certificate = await newCertificate(user, projectId, '127.0.0.1', {
    files,
    ...(given && { passphrase: given }),
  });
  const { runId, events, detail } = await runOf(user, projectId);
  expect(detail).toMatchObject({ status: 'passed' });

  const reports = await Promise.all(
    (['html', 'junit', 'json'] as const).map(async (type) =>
      (await user.raw(calls.downloadFile, { query: { runId, type } })).text(),
    ),
  );
  const { pool } = server.platform.database;
  const tables = await pool.query<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const rows = await Promise.all(
    tables.rows.map(async ({ name }) => JSON.stringify((await pool.query(`select * from ${name}`)).rows)),
  );
  const places = {
    answer: JSON.stringify(certificate),
    list: JSON.stringify(await user.call(workspaceRoutes.listCertificates, { query: { projectId } })),
    events: JSON.stringify(events),
    detail: JSON.stringify(detail),
    reports: reports.join('\n'),
    log: log.join('\n'),
    database: rows.join('\n'),
  };
  expect(places.database).toContain('CN=Test client');
  expect(places.log).toContain('all-certificates');
  const secrets = Object.values(files).map((content) =>
    typeof content === 'string' ? lineOf(content) : Buffer.from(content).toString('base64').slice(600, 660),
  );
  const hidden = [...secrets.filter((text) => text !== lineOf(client.cert)), lineOf(client.key), passphrase];
  for (const [place, text] of Object.entries(places))
    for (const secret of hidden) {
      expect(secret.length).toBeGreaterThan(10);
      expect(text.includes(secret), `${place} shows ${createHash('sha256').update(secret).digest('hex')}`).toBe(false);
    }
});

test('deletes uploads that were not saved within a day', async () => {
  const user = server.admin.client;
  const projectId = await newProject(user);
  const { uploadId } = await upload(user, projectId);
  const { pool } = server.platform.database;
  await pool.query(`update workspaces.pending_certificate set created_at = now() - interval '25 hours' where id = $1`, [
    uploadId,
  ]);
  const kept = await upload(user, projectId);
  await server.platform.jobs.send('workspaces.pending-certificates', {});
  await expect
    .poll(
      async () =>
        (await pool.query('select id from workspaces.pending_certificate where project_id = $1', [projectId])).rows,
    )
    .toEqual([{ id: kept.uploadId }]);
});

test('a certificate is returned with everything but its files, and every change of it is recorded', async () => {
  const { client: user, userId } = server.admin;
  const projectId = await newProject(user);
  const made = await newCertificate(user, projectId, 'b.test');
  const { certificateId, ...facts } = made;
  const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(made).toEqual({
    certificateId,
    projectId,
    domainName: 'b.test',
    type: 'PEM',
    file: 'client.pem, client.key',
    subject: 'CN=Test client',
    issuer: 'CN=Test authority',
    notBefore: at,
    notAfter: at,
    fingerprint: expect.any(String),
    hasFiles: true,
    createdAt: at,
    updatedAt: at,
  });
  const other = await newCertificate(user, projectId, 'a.test');
  const times = { createdAt: facts.createdAt, updatedAt: at };
  const update = (given: object) =>
    user.call(workspaceRoutes.updateCertificate, {
      body: { certificateId, projectId, domainName: 'B.test', ...given },
    });
  const moved = await update({ domainName: 'C.test' });
  expect(moved).toEqual({ ...made, ...times, domainName: 'c.test' });
  const { uploadId } = await upload(user, projectId, { 'all.pem': client.cert + client.key });
  const replaced = await update({ uploadId });
  expect(replaced).toEqual({ ...made, ...times, file: 'all.pem' });
  expect((await failureOf(update({ uploadId }))).code).toBe('API_TESTING_CERTIFICATE_UPLOAD_NOT_FOUND');
  const listed = await user.call(workspaceRoutes.listCertificates, { query: { projectId } });
  expect(listed.certificates).toEqual([other, replaced]);
  await user.call(workspaceRoutes.deleteCertificate, { query: { certificateId } });
  expect((await failureOf(update({}))).code).toBe('API_TESTING_CERTIFICATE_NOT_FOUND');
  expect(await auditOf(server, certificateId)).toEqual([
    { action: 'certificate.created', userId, detail: { domainName: 'b.test' } },
    { action: 'certificate.updated', userId, detail: { domainName: 'c.test', isReplaced: false } },
    { action: 'certificate.updated', userId, detail: { domainName: 'b.test', isReplaced: true } },
    { action: 'certificate.deleted', userId, detail: { domainName: 'b.test' } },
  ]);
});

test('an upload is checked with all facts, as often as wanted, until it is saved', async () => {
  const user = server.admin.client;
  const projectId = await newProject(user);
  const uploaded = await upload(user, projectId, pemFiles);
  const { uploadId } = uploaded;
  expect(uploaded).toEqual({ uploadId: expect.any(String), type: 'PEM', file: 'client.pem, client.key' });
  const check = () => user.call(workspaceRoutes.validateCertificate, { body: { projectId, uploadId } });
  const facts = await check();
  const saved = await user.call(workspaceRoutes.createCertificate, {
    body: { projectId, uploadId, domainName: 'a.test' },
  });
  const { type, subject, issuer, notBefore, notAfter, fingerprint } = saved;
  expect(facts).toEqual({ type, subject, issuer, notBefore, notAfter, fingerprint, warning: null });
  expect(await failureOf(check())).toMatchObject({
    status: 404,
    message: 'This upload is over a day old or was saved already. Select the file again.',
  });
});

test('viewers see certificates but change none; strangers see none', async () => {
  const { client: user } = server.admin;
  const projectId = await newProject(user);
  const saved = await newCertificate(user, projectId, 'a.test');
  const { certificateId } = saved;
  const { uploadId } = await upload(user, projectId);
  const { certificates, certificateUploads } = server.app.door(workspacesService);
  const guest = actorFor(server.admin, { role: 'ROLE_GUEST' });
  const stranger = actorFor(await server.createOrganization());
  const attempts = (by: typeof guest) => [
    certificateUploads.keep(by, projectId, []),
    certificateUploads.validate(by, { projectId, uploadId }),
    certificates.create(by, { projectId, uploadId, domainName: 'b.test' }),
    certificates.update(by, { projectId, certificateId, domainName: 'b.test' }),
    certificates.delete(by, certificateId),
  ];
  const codes = async (by: typeof guest) =>
    Promise.all(attempts(by).map(async (work) => (await refusalOf(work)).code.replace('API_TESTING_', '')));
  expect(new Set(await codes(guest))).toEqual(new Set(['VIEWER_MAY_NOT_EDIT']));
  const [workspace, certificate] = ['PROJECT_NOT_FOUND', 'CERTIFICATE_NOT_FOUND'];
  expect(await codes(stranger)).toEqual([workspace, workspace, workspace, certificate, certificate]);
  expect(await certificates.list(guest, projectId)).toEqual([saved]);
  expect((await refusalOf(certificates.list(stranger, projectId))).code).toBe('API_TESTING_PROJECT_NOT_FOUND');
});

test.each<[string, Files, string]>([
  ['of another kind', { 'a.png': 'PNG' }, 'a.png is neither PEM nor PFX. Convert the certificate to one of them.'],
  ['without a certificate', { 'c.key': client.key }, 'There is no certificate in it. Select the certificate too.'],
])('a file %s is refused with its reason, at the field it was selected in', async (_name, files, reason) => {
  const user = server.admin.client;
  expect(await failureOf(upload(user, await newProject(user), files))).toMatchObject({
    status: 422,
    code: 'API_TESTING_CERTIFICATE_UNREADABLE',
    message: `This certificate cannot be used. ${reason}`,
    details: [{ path: 'uploadId', message: reason }],
  });
});
