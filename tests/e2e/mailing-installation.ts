import { createTestServer, freePort, startSmtpServer, type TestUser } from '@touchstone/testing';

/**
 * createMailingInstallation makes an installation with a mail server, which the tests' own one lacks; it starts on
 * demand.
 */
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
    /** Starts it, or empties its outbox if the test is retried; sends two mails that the mail server rejects. */
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
    /**
     * From now on, the mail server accepts mails. Pending ones aren't retried automatically first: the user does that.
     */
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
