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
    const mail = { text: 'Secret text', html: '<p>Secret text</p>', organizationId: server.admin.organizationId };
    await server.platform.mailer.send({ ...mail, to, subject: 'Your weekly report' });
    await server.platform.mailer.send({ ...mail, to: 'nobody@example.test', subject: 'Invitation' });
    return { smtp, server, origin, superUser, to };
  }
  return {
    start: () => {
      started ??= open();
      return started;
    },
    async takeMails() {
      (await started)?.smtp.refuse(0);
    },
    async close() {
      const open = await started;
      await open?.server.close();
      await open?.smtp.close();
    },
  };
}
