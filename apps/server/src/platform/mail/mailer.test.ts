import { randomUUID } from 'node:crypto';
import { identityRoutes } from '@touchstone/contracts/identity';
import { createTestServer, type SmtpServer, startSmtpServer, type TestServer } from '@touchstone/testing';
import { afterAll, afterEach, expect, inject, test, vi } from 'vitest';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** Most tests share a sending product and its mail server; each starts without mails. */
let shared: Promise<{ smtp: SmtpServer; server: TestServer }> | undefined;
afterAll(async () => {
  const started = await shared;
  await started?.server.close();
  await started?.smtp.close();
});
async function startShared() {
  const smtp = await startSmtpServer();
  const env = { SMTP_URL: smtp.url, MAIL_FROM: 'Tests <tests@example.test>' };
  return { smtp, server: await createTestServer({ postgresUrl: inject('postgresUrl'), env }) };
}
async function sendingProduct() {
  shared ??= startShared();
  const { smtp, server } = await shared;
  await server.platform.database.pool.query('delete from platform.mail');
  smtp.refuse(0);
  smtp.mails.length = 0;
  return { smtp, ...server };
}

async function startMailServer(refusals = 0): Promise<SmtpServer> {
  const smtp = await startSmtpServer(refusals);
  cleanUps.push(() => smtp.close());
  return smtp;
}
async function startProduct(env: Record<string, string>): Promise<TestServer> {
  const server = await createTestServer({ postgresUrl: inject('postgresUrl'), env });
  cleanUps.push(() => server.close());
  return server;
}
const mail = { to: 'bob@example.test', subject: 'Grüße', text: 'Plain text', html: '<p>Rich text</p>' };
const waitOptions = { timeout: 25_000, interval: 50 };

test('without a mail server all mails stay in the local outbox', async () => {
  const { platform } = await startProduct({});
  expect(platform.mailer.local).toBe(true);
  await platform.mailer.send(mail);
  await platform.mailer.send({ ...mail, subject: 'Newer' });
  const listed = await platform.mailer.list(10);
  expect(listed.map((row) => [row.subject, row.status, row.recipient])).toEqual([
    ['Newer', 'outbox', 'bob@example.test'],
    ['Grüße', 'outbox', 'bob@example.test'],
  ]);
  expect(await platform.mailer.list(1)).toHaveLength(1);
});

test('sends over SMTP, authenticated, with both texts and the attachment', { timeout: 40_000 }, async () => {
  const { smtp, platform } = await sendingProduct();
  expect(platform.mailer.local).toBe(false);
  const organizationId = randomUUID();
  const file = await platform.files.put({
    organizationId,
    owner: 'run:1',
    name: 'report.xml',
    contentType: 'application/xml',
    content: Buffer.from('<report/>'),
  });
  await platform.mailer.send({ ...mail, organizationId, attachments: [file.fileId] });
  await vi.waitFor(
    async () => expect((await platform.mailer.list(1))[0]).toMatchObject({ status: 'sent', error: null }),
    waitOptions,
  );
  expect(smtp.mails).toHaveLength(1);
  expect(smtp.mails[0]).toMatchObject({ from: 'tests@example.test', to: ['bob@example.test'], user: 'user' });
  const content = smtp.mails[0]?.content ?? '';
  expect(content).toMatch(/^From: Tests <tests@example\.test>/m);
  expect(content).toMatch(/^Subject: =\?UTF-8\?/m);
  expect(content).toContain('Plain text');
  expect(content).toContain('<p>Rich text</p>');
  expect(content).toContain('filename=report.xml');
  expect(content).toContain(Buffer.from('<report/>').toString('base64'));
});

test('a refused mail states why, is retried and sent once', { timeout: 60_000 }, async () => {
  const { smtp, platform } = await sendingProduct();
  smtp.refuse(1);
  const attemptsBefore = smtp.attempts();
  await platform.mailer.send(mail);
  await vi.waitFor(
    async () =>
      expect((await platform.mailer.list(1))[0]).toMatchObject({
        status: 'queued',
        attempts: 1,
        error: expect.stringContaining('451'),
        nextAttemptAt: expect.any(Date),
      }),
    waitOptions,
  );
  await vi.waitFor(
    async () => expect((await platform.mailer.list(1))[0]).toMatchObject({ status: 'sent', error: null }),
    waitOptions,
  );
  expect([smtp.attempts() - attemptsBefore, smtp.mails.length]).toEqual([2, 1]);
});

test('a line break in a recipient or subject adds no header', { timeout: 40_000 }, async () => {
  const { smtp, platform } = await sendingProduct();
  await platform.mailer.send({ ...mail, subject: 'Hello\r\nBcc: eve@example.test' });
  await vi.waitFor(() => expect(smtp.mails).toHaveLength(1), waitOptions);
  expect(smtp.mails[0]?.to).toEqual(['bob@example.test']);
  expect(smtp.mails[0]?.content).not.toMatch(/^Bcc:/m);
});

test('another organization’s file is never attached', { timeout: 40_000 }, async () => {
  const { smtp, platform } = await sendingProduct();
  const file = await platform.files.put({
    organizationId: randomUUID(),
    owner: 'run:1',
    name: 'a',
    contentType: 'text/plain',
    content: Buffer.from('x'),
  });
  await platform.mailer.send({ ...mail, organizationId: randomUUID(), attachments: [file.fileId] });
  await vi.waitFor(
    async () => expect((await platform.mailer.list(1))[0]).toMatchObject({ status: 'failed' }),
    waitOptions,
  );
  expect(smtp.mails).toEqual([]);
});

test("a permanently refused mail is not retried; administrators see their organization's mails and can resend them", {
  timeout: 60_000,
}, async () => {
  const smtp = await startMailServer(1);
  const { platform, admin, createOrganization } = await startProduct({ SMTP_URL: smtp.url });
  const { organizationId } = admin;
  const stranger = await createOrganization();
  await platform.mailer.send({ ...mail, to: 'nobody@example.test', organizationId });
  const statesOf = async (user: typeof admin) =>
    (await user.client.call(identityRoutes.listMails, { query: {} })).content;
  await vi.waitFor(
    async () =>
      expect((await statesOf(admin))[0]).toMatchObject({
        to: 'nobody@example.test',
        status: 'failed',
        attempts: 1,
        error: expect.stringContaining('550'),
        nextAttemptAt: null,
      }),
    waitOptions,
  );
  expect(JSON.stringify(await statesOf(admin))).not.toContain('Plain text');
  expect(await statesOf(stranger)).toEqual([]);
  const [failed] = await statesOf(admin);
  const retry = (user: typeof admin) =>
    user.client.call(identityRoutes.retryMails, { body: { mailIds: [failed?.mailId ?? ''] } });
  await expect(retry(stranger)).rejects.toMatchObject({ status: 404 });
  // Sent again, it hits an outage, waits, and is delivered.
  const { pool } = platform.database;
  await pool.query(`update platform.mail set recipient = 'bob@example.test'`);
  await retry(admin);
  await vi.waitFor(
    async () => expect((await statesOf(admin))[0]).toMatchObject({ status: 'queued', attempts: 1 }),
    waitOptions,
  );
  await vi.waitFor(
    async () => expect((await statesOf(admin))[0]).toMatchObject({ status: 'sent', error: null }),
    waitOptions,
  );
  const text = await platform.metrics.registry.metrics();
  expect(text).toMatch(/touchstone_mails_total\{outcome="failed"\} 1/);
  expect(text).toMatch(/touchstone_mails_total\{outcome="retried"\} 1/);
  expect(text).toMatch(/touchstone_mails_total\{outcome="sent"\} 1/);
});

test('an expired mail is given up with the last error', { timeout: 60_000 }, async () => {
  const { smtp, platform } = await sendingProduct();
  smtp.refuse(100);
  await platform.mailer.send(mail);
  await platform.database.pool.query(`update platform.mail set give_up_at = now()`);
  await vi.waitFor(
    async () =>
      expect((await platform.mailer.list(1))[0]).toMatchObject({
        status: 'failed',
        error: expect.stringContaining('451'),
      }),
    waitOptions,
  );
});

test('mails are listed by page and status; all failed ones of an organization can be resent', {
  timeout: 60_000,
}, async () => {
  const { smtp, platform, admin, createOrganization } = await sendingProduct();
  const stranger = await createOrganization();
  for (const { organizationId } of [admin, admin, admin, stranger])
    await platform.mailer.send({ ...mail, to: 'nobody@example.test', organizationId });
  const failed = async (user: typeof admin, page = 0) =>
    user.client.call(identityRoutes.listMails, { query: { status: 'failed', page, size: 2 } });
  await vi.waitFor(async () => {
    expect((await failed(admin)).totalElements).toBe(3);
    expect((await failed(stranger)).totalElements).toBe(1);
  }, waitOptions);
  const pages = [await failed(admin), await failed(admin, 1)];
  expect(pages.map(({ content }) => content.length)).toEqual([2, 1]);
  expect(new Set(pages.flatMap(({ content }) => content.map(({ mailId }) => mailId))).size).toBe(3);
  const { pool } = platform.database;
  await pool.query(`update platform.mail set recipient = 'bob@example.test'`);
  const { message } = await admin.client.call(identityRoutes.retryMails, { body: { status: 'failed' } });
  expect(message).toBe('Sending 3 mails again.');
  await vi.waitFor(() => expect(smtp.mails).toHaveLength(3), waitOptions);
  expect((await failed(stranger)).totalElements).toBe(1);
});

test("a mail whose sending died, or whose job was lost, is found and sent once; one that isn't due is left", {
  timeout: 60_000,
}, async () => {
  const { smtp, platform } = await sendingProduct();
  const { pool } = platform.database;
  const store = async (recipient: string, attempts: number, dueInMinutes: number) => {
    const id = randomUUID();
    const sealed = platform.secrets.seal('Plain text', `platform.mail:${id}`);
    await pool.query(
      `insert into platform.mail (id, recipient, subject, text_body, html_body, attachments, status, attempts, next_attempt_at, give_up_at)
       values ($1, $2, 'Kept', $3, $3, '[]', 'queued', $4, now() + make_interval(mins => $5), now() + interval '3 days')`,
      [id, recipient, sealed, attempts, dueInMinutes],
    );
  };
  await store('died@example.test', 1, -5);
  await store('lost@example.test', 0, -2);
  await store('waits@example.test', 3, 30);
  await platform.jobs.send('platform.mail-sweep', {});
  await platform.jobs.send('platform.mail-sweep', {});
  const states = async () =>
    Object.fromEntries(
      (await platform.mailer.list(10)).map(({ recipient, status, attempts }) => [recipient, [status, attempts]]),
    );
  await vi.waitFor(
    async () =>
      expect(await states()).toEqual({
        'died@example.test': ['sent', 2],
        'lost@example.test': ['sent', 1],
        'waits@example.test': ['queued', 3],
      }),
    waitOptions,
  );
  expect(smtp.mails.map(({ to }) => to[0]).toSorted()).toEqual(['died@example.test', 'lost@example.test']);
  expect(await platform.metrics.registry.metrics()).toMatch(/^touchstone_mails_waiting [1-3]$/m);
});
