import { createServer, type IncomingMessage, type Server, request as sendRaw } from 'node:http';
import type { AddressInfo } from 'node:net';
import { routePrefix } from '@touchstone/contracts';
import { apiPreviewRoutes, apiTestingRoutes, type ScriptInput } from '@touchstone/contracts/api-testing';
import { notificationRoutes } from '@touchstone/contracts/notifications';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { declaredRoutes } from './sample.ts';

/**
 * Requests that users make the product send come from its own machine. None of them may use the product itself:
 * whichever way they take, only the sample API answers them.
 */
interface Arrival {
  method: string;
  path: string;
  status: number;
}

const token = 'token-of-the-metrics';
const systemPaths = [
  ...['/', '/login', '/health/live', '/health/ready', '/metrics', '/openapi.json', '/docs/api', '/outbox'],
  ...['/services/identity/.well-known/openid-configuration', '/services/identity/jwks', '/nothing', '/favicon.svg'],
];
const operations = declaredRoutes.map(({ service, method, path }) => ({
  method,
  path: routePrefix(service) + path.replace(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000'),
}));
const targets = [...operations, ...systemPaths.map((path) => ({ method: 'GET' as const, path }))];

let server: TestServer;
let proxy: Server;
let viaProxy: string;
let redirecting: Server;
let viaRedirect: string;
let projectId: string;
let outboxKey: string;
/** Engine requests that arrived at the product. */
let arrived: Arrival[] = [];

const listen = async (made: Server) => {
  await new Promise<void>((done) => made.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(made.address() as AddressInfo).port}`;
};
const isOfEngine = (request: IncomingMessage) => /touchstone-engine/i.test(request.rawHeaders.join('\n'));

beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), env: { METRICS_TOKEN: token } });
  const { port } = new URL(server.url);
  server.app.http.server.on('request', (request, response) => {
    const { method = '', url = '' } = request;
    if (!isOfEngine(request)) return;
    const arrival = { method, path: url, status: 0 };
    arrived.push(arrival);
    response.once('finish', () => {
      arrival.status = response.statusCode;
    });
  });
  proxy = createServer((request, response) => {
    const { method, url: path, headers } = request;
    const onward = sendRaw({ port, host: '127.0.0.1', method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  redirecting = createServer((request, response) =>
    response.writeHead(307, { location: server.url + decodeURIComponent((request.url ?? '').slice(1)) }).end(),
  );
  [viaProxy, viaRedirect] = await Promise.all([listen(proxy), listen(redirecting)]);
  const { client } = server.admin;
  ({ projectId } = await client.call(workspaceRoutes.createProject, { body: { projectName: 'Inward' } }));
  outboxKey = server.platform.outboxKeys.issue();
});
afterAll(async () => {
  for (const made of [proxy, redirecting]) {
    made.closeAllConnections();
    made.close();
  }
  await server.close();
});
beforeEach(() => {
  arrived = [];
});

let names = 0;
const header = (key: string, value: string) => ({ key, value, enabled: true });
const credentials = () => [
  header('Authorization', `Bearer ${server.admin.token}`),
  header('Cookie', `touchstone_outbox=${outboxKey}`),
];
const scriptOf = (given: Partial<ScriptInput> & { url: string }): ScriptInput =>
  ({ scriptName: `Script ${names++}`, method: 'GET', headers: credentials(), ...given }) as ScriptInput;
const preview = (given: Partial<ScriptInput> & { url: string }) =>
  server.admin.client.call(apiPreviewRoutes.preview, { body: { projectId, script: scriptOf(given) } });

/** several runs the calls a few at a time. */
async function several<T, R>(items: readonly T[], call: (item: T) => Promise<R>): Promise<R[]> {
  const answers: R[] = [];
  for (let place = 0; place < items.length; place += 8)
    answers.push(...(await Promise.all(items.slice(place, place + 8).map(call))));
  return answers;
}

const fill = (suiteId: string, calls: readonly { method: string; path: string }[]) =>
  several(calls, ({ method, path }) =>
    server.admin.client.call(apiTestingRoutes.saveScript, {
      query: { suiteId: [suiteId] },
      body: scriptOf({ method, url: server.url + path }),
    }),
  );

/** Arrivals that weren't refused. */
const served = () => arrived.filter(({ status }) => status !== 403 && status !== 404);
const key = ({ method, path }: { method: string; path: string }) => `${method} ${path.split('?')[0]}`;

test('a preview reaches no operation and no system route', async () => {
  await several(targets, ({ method, path }) => preview({ method, url: server.url + path }));
  expect(served()).toEqual([]);
  expect(new Set(arrived.map(key))).toEqual(new Set(targets.map(key)));
  const refused = await preview({ url: `${server.url}/health/live` });
  expect(JSON.stringify(refused)).toContain('PLATFORM_CALLED_BY_ENGINE');
}, 120_000);

test('a run, and a load on the fast path, reach no operation and no system route', async () => {
  const { client } = server.admin;
  const api = apiTestingRoutes;
  const { suiteId } = await client.call(api.createSuite, { body: { projectId, suiteName: 'All' } });
  await fill(suiteId, targets);
  const { runId } = await client.call(api.executeTest, { body: { projectId, suiteIds: [suiteId] } });
  await (await client.raw(notificationRoutes.subscribeNotification, { query: { runId } })).text();
  expect(served()).toEqual([]);
  expect(new Set(arrived.map(key))).toEqual(new Set(targets.map(key)));

  arrived = [];
  const { suiteId: few } = await client.call(api.createSuite, { body: { projectId, suiteName: 'Few' } });
  const loaded = targets.filter((_, place) => place % 5 === 0 || place >= operations.length);
  await fill(few, loaded);
  const load = await client.call(api.executeTest, {
    body: {
      type: 'performance',
      projectId,
      suiteIds: [few],
      performance: { load: { type: 'shared-iterations', vus: 1, iterations: 1 } },
    },
  });
  await (await client.raw(api.followPerformance, { query: { runId: load.runId } })).text();
  expect(served()).toEqual([]);
  expect(new Set(arrived.map(key))).toEqual(new Set(loaded.map(key)));
}, 180_000);

test('an import by address and the address of a token reach no operation and no system route', async () => {
  const { client } = server.admin;
  const paths = [...new Set(targets.map(({ path }) => path))];
  await several(paths, (path) => {
    const url = server.url + path;
    return client.call(apiTestingRoutes.importSwaggerUrl, { query: { projectId, url } }).catch(() => undefined);
  });
  expect(served()).toEqual([]);
  expect(new Set(arrived.map(({ path }) => path))).toEqual(new Set(paths));

  arrived = [];
  await several(paths, (path) => {
    const authentication = {
      type: 'oauth2Grant',
      grant: 'clientCredentials',
      tokenUrl: server.url + path,
      clientId: 'a',
      clientSecret: 'b',
      clientAuthentication: 'body',
    } as ScriptInput['authentication'];
    return preview({ url: `${server.url}/sample/petstore/health`, headers: [], authentication });
  });
  expect(served()).toEqual([]);
  expect(new Set(arrived.map(({ path }) => path))).toEqual(new Set(paths));
}, 120_000);

test('no name, no way and no spelling leads to a route that is not open to tests', async () => {
  const { port } = new URL(server.url);
  const secret = 'a mail that nobody but its owner reads';
  await server.platform.mailer.send({ to: 'a@example.test', subject: 'Reset', text: secret, html: '' });
  const hosts = ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]'].map(
    (host) => `http://${host}:${port}`,
  );
  const ways = [...hosts, viaProxy];
  const spellings = [
    ...[
      '/outbox',
      '//outbox',
      '/outbox/',
      '/./outbox',
      '/%6futbox',
      '/outbox?x=/sample/petstore/pets',
      '/outbox#/sample/',
    ],
    ...[
      '/sample/../outbox',
      '/sample/%2e%2e/outbox',
      '/sample/petstore/..%2f..%2foutbox',
      '/sample/petstore/pets/..;/..;/outbox',
    ],
    ...[
      '/sample/petstore\\..\\..\\outbox',
      '/sample//../../outbox',
      `/outbox?key=${outboxKey}`,
      '/%2foutbox',
      '/outbox%00',
    ],
  ];
  const tricks = [
    [header('Touchstone-Engine', 'none')],
    [header('Connection', 'Touchstone-Engine, close')],
    [header('Host', 'elsewhere.example')],
    [header('X-Original-URL', '/sample/petstore/pets')],
    [header('X-HTTP-Method-Override', 'GET')],
  ];
  const tries = [
    ...spellings.flatMap((path) => ways.map((way) => ({ url: way + path }))),
    ...spellings.map((path) => ({ url: `${viaRedirect}/${encodeURIComponent(path)}` })),
    ...tricks.flatMap((more) => ways.map((way) => ({ url: `${way}/outbox`, headers: [...credentials(), ...more] }))),
  ];
  const answers = await several(tries, async (given) => JSON.stringify(await preview(given)));
  for (const answer of answers) expect(answer).not.toContain(secret);
  expect(arrived.length).toBeGreaterThan(100);
  expect(served()).toEqual([]);
}, 120_000);

test('the sample API is open to tests, and unknown addresses in it are unknown', async () => {
  const status = async (path: string) => (await preview({ url: `{{$serverUrl}}${path}` })).statusCode;
  expect(await status('/sample/petstore/pets/1')).toBe(200);
  expect(await status('/sample/petstore/openapi.json')).toBe(200);
  expect(await status('/sample/petstore/nothing')).toBe(404);
  expect(await status('/sample')).toBe(404);
});

test('a request of somebody else, or of another installation, is served', async () => {
  const { name } = server.platform.engineMark;
  const answer = await fetch(`${server.url}/health/live`, { headers: { [name]: 'mark-of-another-one' } });
  expect(answer.status).toBe(200);
});
