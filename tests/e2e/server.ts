import { createServer, type IncomingMessage } from 'node:http';
import { identityService } from '@touchstone/server';
import {
  createTestDatabase,
  createTestServer,
  startDatabaseTarget,
  startTestPostgres,
  type TestUser,
} from '@touchstone/testing';
import type { ControlRequest, Person } from './control.ts';
import { createMailingInstallation } from './mailing-installation.ts';
import { pingService } from './runs/ping-service.ts';

/**
 * The product as users get it, with its own database, and a small control interface for the tests that makes
 * organizations and people. The interface listens only on the loopback address and exists only here.
 */
const port = process.env.TOUCHSTONE_E2E_PORT ?? '';
const controlPort = Number(process.env.TOUCHSTONE_E2E_CONTROL_PORT);
if (!port || !controlPort) throw new Error('Set TOUCHSTONE_E2E_PORT and TOUCHSTONE_E2E_CONTROL_PORT.');

const postgres = await startTestPostgres();
const server = await createTestServer({
  postgresUrl: postgres.url,
  seed: true,
  services: [pingService],
  env: {
    PORT: port,
    PUBLIC_URL: `http://localhost:${port}`,
    RUNNER_CONCURRENCY: '16',
    DATABASE_POOL: '20',
    EXTERNAL_APPLICATIONS: `DATA_TESTING=http://127.0.0.1:${controlPort}/external`,
    INSIGHT_DASHBOARD_URL: `http://127.0.0.1:${controlPort}/external`,
    DESKTOP_DOWNLOADS: `BRIDGE_WINDOWS=http://127.0.0.1:${controlPort}/bridge.exe`,
  },
});

const mailing = createMailingInstallation(postgres.url);
const users = new Map<string, TestUser>();
const toPerson = (user: TestUser): Person => {
  users.set(user.userId, user);
  const { userId, organizationId, teamId, email, token } = user;
  return { userId, organizationId, teamId, email, token };
};

const answers: { [K in keyof ControlRequest]: (input: ControlRequest[K]) => Promise<unknown> } = {
  ready: async () => ({ ready: true }),
  organization: async ({ plan }) => toPerson(await server.createOrganization(plan ? { plan } : {})),
  user: async ({ colleagueId, role }) => {
    const colleague = users.get(colleagueId);
    if (!colleague) throw new Error(`Nobody has the id ${colleagueId}.`);
    return toPerson(await server.createUser(colleague, { role }));
  },
  sql: async ({ text, values }) => {
    await server.platform.database.pool.query(text, values);
    return {};
  },
  job: async ({ name }) => {
    await server.platform.jobs.send(name, {});
    return {};
  },
  password: async ({ userId, password }) => {
    await server.app.door(identityService).setPassword(userId, password);
    return {};
  },
  outbox: async ({ to }) =>
    (await server.platform.mailer.list(200))
      .filter((mail) => mail.recipient === to)
      .map(({ subject, textBody }) => ({ subject, text: textBody })),
  mailing: async () => {
    const { origin, superUser, to } = await mailing.start();
    return { origin, superUser: toPerson(superUser), to };
  },
  mailsTaken: async () => {
    await mailing.takeMails();
    return {};
  },
  database: async () => (await startDatabaseTarget((await createTestDatabase(postgres.url)).url)).fields,
};

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : {};
}

/** An application beside the product: it shows the messages it receives. */
const externalPage =
  '<title>External</title><script>onmessage = ({ data }) => document.body.append(JSON.stringify(data))</script>';

const control = createServer((request, response) => {
  if (request.method === 'GET' && request.url === '/external') {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(externalPage);
    return;
  }
  const name = (request.url ?? '').slice(1) as keyof ControlRequest;
  const answer = answers[name] as ((input: unknown) => Promise<unknown>) | undefined;
  const send = (status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  if (!answer) return send(404, { message: `There is no ${name}.` });
  readBody(request)
    .then(answer)
    .then((body) => send(200, body))
    .catch((error: Error) => send(500, { message: error.message }));
});
control.listen(controlPort, '127.0.0.1');

let stopping = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    control.close();
    control.closeAllConnections();
    void mailing
      .close()
      .then(() => server.close())
      .then(() => postgres.stop())
      .then(
        () => process.exit(0),
        (error: Error) => {
          console.error(error);
          process.exit(1);
        },
      );
  });
