import { createTestServer, freePort, startSmtpServer, type TestUser } from '@touchstone/testing';

/** createMailingInstallation is the product with a mail server, which the tests' own installation has not; it starts when it is asked for. */
export function createMailingInstallation(postgresUrl: string) {
  const to = 'waiting@example.test';
  let started: ReturnType<typeof open> | undefined;

  async function open() {
    const smtp = await startSmtpServer(Number.POSITIVE_INFINITY);
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const env = { PORT: String(port), PUBLIC_URL: origin, SMTP_URL: smtp.url };
    const server = await createTestServer({ postgresUrl, seed: true, env });
    const superUser: TestUser = await server.createUser(server.admin, { role: 'ROLE_SUPERADMIN' });
    return { smtp, server, origin, superUser, to };
  }
  return {
    /** Starts it, or empties its outbox where a try of the test ran before; two mails are sent that the mail server refuses. */
    async start() {
      started ??= open();
      const installation = await started;
      const { smtp, server } = installation;
      smtp.refuse(Number.POSITIVE_INFINITY);
      await server.platform.database.pool.query('delete from platform.mail');
      const mail = { text: 'Secret text', html: '<p>Secret text</p>', organizationId: server.admin.organizationId };
      await server.platform.mailer.send({ ...mail, to, subject: 'Your weekly report' });
      await server.platform.mailer.send({ ...mail, to: 'nobody@example.test', subject: 'Invitation' });
      return installation;
    },
    /** From now on the mail server takes mails. What waits is not tried again of itself first: the user does that. */
    async takeMails() {
      const installation = await started;
      await installation?.server.platform.database.pool.query(
        "update platform.mail set next_attempt_at = now() + interval '1 day' where status = 'queued'",
      );
      installation?.smtp.refuse(0);
    },
    async close() {
      const open = await started;
      await open?.server.close();
      await open?.smtp.close();
    },
  };
}
