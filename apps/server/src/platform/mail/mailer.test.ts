import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { routes } from '@touchstone/contracts';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterEach, expect, inject, test, vi } from 'vitest';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

interface Received {
  from: string;
  to: string[];
  user: string | undefined;
  content: string;
}

/** A mail server (RFC 5321, AUTH PLAIN): refuses the first `refusals` mails with 451, and recipients `nobody@…` for good. */
async function startSmtpServer(refusals = 0): Promise<{ url: string; mails: Received[]; attempts: () => number }> {
  const mails: Received[] = [];
  const sockets = new Set<Socket>();
  let attempts = 0;
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    let [from, user, buffer, inData] = ['', undefined as string | undefined, '', false];
    let to: string[] = [];
    const answer = (line: string) => socket.write(`${line}\r\n`);
    const commands: [RegExp, (match: RegExpExecArray) => void][] = [
      [/^EHLO /i, () => socket.write('250-mail.test\r\n250 AUTH PLAIN\r\n')],
      [
        /^AUTH PLAIN (\S+)/i,
        (match) => {
          user = Buffer.from(match[1] ?? '', 'base64')
            .toString()
            .split('\0')[1];
          answer('235 ok');
        },
      ],
      [
        /^MAIL FROM:<(.*?)>/i,
        (match) => {
          from = match[1] ?? '';
          to = [];
          answer('250 ok');
        },
      ],
      [
        /^RCPT TO:<(.*?)>/i,
        (match) => {
          if (match[1]?.startsWith('nobody@')) return answer('550 No such user');
          to.push(match[1] ?? '');
          answer('250 ok');
        },
      ],
      [
        /^DATA$/i,
        () => {
          attempts += 1;
          if (attempts <= refusals) return answer('451 Try again later');
          inData = true;
          answer('354 go');
        },
      ],
      [/^QUIT$/i, () => socket.end('221 bye\r\n')],
    ];
    const take = (line: string) => {
      for (const [pattern, act] of commands) {
        const match = pattern.exec(line);
        if (match) return act(match);
      }
      answer('502 unknown');
    };
    answer('220 mail.test');
    socket.on('data', (chunk) => {
      buffer += chunk.toString();
      for (;;) {
        const end = buffer.indexOf(inData ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const part = buffer.slice(0, end);
        buffer = buffer.slice(end + (inData ? 5 : 2));
        if (inData) {
          mails.push({ from, to, user, content: part });
          inData = false;
          answer('250 stored');
        } else take(part);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUps.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  return {
    url: `smtp://user:pass@127.0.0.1:${(server.address() as { port: number }).port}?ignoreTLS=true`,
    mails,
    attempts: () => attempts,
  };
}

async function startProduct(env: Record<string, string>): Promise<TestServer> {
  const server = await createTestServer({ postgresUrl: inject('postgresUrl'), env });
  cleanUps.push(() => server.close());
  return server;
}
const mail = { to: 'bob@example.test', subject: 'Grüße', text: 'Plain text', html: '<p>Rich text</p>' };
const patience = { timeout: 25_000, interval: 50 };

test('without a mail server every mail stays in the local outbox', async () => {
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

test('sends over SMTP, signed in, with both texts and the attachment', { timeout: 40_000 }, async () => {
  const smtp = await startSmtpServer();
  const { platform } = await startProduct({ SMTP_URL: smtp.url, MAIL_FROM: 'Tests <tests@example.test>' });
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
    patience,
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

test('a refused mail says why, is tried again and sent once', { timeout: 60_000 }, async () => {
  const smtp = await startSmtpServer(1);
  const { platform } = await startProduct({ SMTP_URL: smtp.url });
  await platform.mailer.send(mail);
  await vi.waitFor(
    async () =>
      expect((await platform.mailer.list(1))[0]).toMatchObject({
        status: 'queued',
        attempts: 1,
        error: expect.stringContaining('451'),
        nextAttemptAt: expect.any(Date),
      }),
    patience,
  );
  await vi.waitFor(
    async () => expect((await platform.mailer.list(1))[0]).toMatchObject({ status: 'sent', error: null }),
    patience,
  );
  expect([smtp.attempts(), smtp.mails.length]).toEqual([2, 1]);
});

test('a line break in a recipient or subject adds no header', { timeout: 40_000 }, async () => {
  const smtp = await startSmtpServer();
  const { platform } = await startProduct({ SMTP_URL: smtp.url });
  await platform.mailer.send({ ...mail, subject: 'Hello\r\nBcc: eve@example.test' });
  await vi.waitFor(() => expect(smtp.mails).toHaveLength(1), patience);
  expect(smtp.mails[0]?.to).toEqual(['bob@example.test']);
  expect(smtp.mails[0]?.content).not.toMatch(/^Bcc:/m);
});

test('another organization’s file is never attached', { timeout: 40_000 }, async () => {
  const smtp = await startSmtpServer();
  const { platform } = await startProduct({ SMTP_URL: smtp.url });
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
    patience,
  );
  expect(smtp.mails).toEqual([]);
});

test('what a mail server refuses for good is not tried again; administrators see the mails of their organization and send them again', {
  timeout: 60_000,
}, async () => {
  const smtp = await startSmtpServer(1);
  const { platform, admin, createOrganization } = await startProduct({ SMTP_URL: smtp.url });
  const { organizationId } = admin;
  const stranger = await createOrganization();
  await platform.mailer.send({ ...mail, to: 'nobody@example.test', organizationId });
  const statesOf = async (user: typeof admin) =>
    (await user.client.call(routes.identity.listMails, { query: {} })).mails;
  await vi.waitFor(
    async () =>
      expect((await statesOf(admin))[0]).toMatchObject({
        to: 'nobody@example.test',
        status: 'failed',
        attempts: 1,
        error: expect.stringContaining('550'),
        nextAttemptAt: null,
      }),
    patience,
  );
  expect(JSON.stringify(await statesOf(admin))).not.toContain('Plain text');
  expect(await statesOf(stranger)).toEqual([]);
  const [failed] = await statesOf(admin);
  const retry = (user: typeof admin) =>
    user.client.call(routes.identity.retryMails, { body: { mailIds: [failed?.mailId ?? ''] } });
  await expect(retry(stranger)).rejects.toMatchObject({ status: 404 });
  // Sent again, it meets an outage, waits, and gets there.
  const { pool } = platform.database;
  await pool.query(`update platform.mail set recipient = 'bob@example.test'`);
  await retry(admin);
  await vi.waitFor(
    async () => expect((await statesOf(admin))[0]).toMatchObject({ status: 'queued', attempts: 1 }),
    patience,
  );
  await vi.waitFor(
    async () => expect((await statesOf(admin))[0]).toMatchObject({ status: 'sent', error: null }),
    patience,
  );
  const text = await platform.metrics.registry.metrics();
  expect(text).toMatch(/touchstone_mails_total\{outcome="failed"\} 1/);
  expect(text).toMatch(/touchstone_mails_total\{outcome="retried"\} 1/);
  expect(text).toMatch(/touchstone_mails_total\{outcome="sent"\} 1/);
});

test('a mail whose time is over is given up with the last error', { timeout: 60_000 }, async () => {
  const smtp = await startSmtpServer(100);
  const { platform } = await startProduct({ SMTP_URL: smtp.url });
  await platform.mailer.send(mail);
  await platform.database.pool.query(`update platform.mail set give_up_at = now()`);
  await vi.waitFor(
    async () =>
      expect((await platform.mailer.list(1))[0]).toMatchObject({
        status: 'failed',
        error: expect.stringContaining('451'),
      }),
    patience,
  );
});
