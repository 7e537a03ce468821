import { createHmac, generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { apiPreviewRoutes, apiTestingRoutes, type ScriptInput } from '@touchstone/contracts/api-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { draft, newProject, newScript, newSuite, runToEnd } from '../testing/builders.ts';

const calls = apiTestingRoutes;
/** The headers that the tested API received; it doesn't echo them. */
let received: IncomingMessage['headers'][] = [];
let addresses: string[] = [];
const api = createServer((request, response) => {
  received.push(request.headers);
  addresses.push(request.url ?? '');
  const { authorization = '' } = request.headers;
  if (authorization.startsWith('NTLM ') && Buffer.from(authorization.slice(5), 'base64').readUInt32LE(8) === 1) {
    const challenge = Buffer.alloc(48);
    challenge.write('NTLMSSP\0', 'latin1');
    challenge.writeUInt32LE(2, 8);
    challenge.writeUInt32LE(0x88205, 20);
    response.writeHead(401, { 'WWW-Authenticate': `NTLM ${challenge.toString('base64')}` }).end();
  } else response.end('{}');
});
let server: TestServer;
let url: string;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(api.address() as { port: number }).port}`;
});
afterAll(async () => {
  await new Promise((resolve) => api.close(resolve));
  await server.close();
});

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
const body = pem.split('\n')[1]!;

test.each<[ScriptInput['authentication'], string[], RegExp]>([
  [
    {
      type: 'oauth1',
      signatureMethod: 'PLAINTEXT',
      consumerKey: 'ck',
      consumerSecret: "consumer's (1)",
      token: 'visible-token',
      tokenSecret: 'token secret!',
      in: 'header',
    },
    ["consumer's (1)", 'token secret!', 'consumer%27s', 'token%20secret', 'token%2520secret', 'visible-token'],
    /^OAuth /,
  ],
  [
    { type: 'oauth1', signatureMethod: 'PLAINTEXT', consumerKey: 'ck', consumerSecret: 'in-the-query', in: 'query' },
    ['in-the-query'],
    /^$/,
  ],
  [{ type: 'hawk', keyId: 'id', key: 'hawk-key-secret', algorithm: 'sha256' }, ['hawk-key-secret'], /^Hawk /],
  [
    { type: 'ntlm', username: 'ana', password: 'ntlm-secret', domain: 'D' },
    ['ntlm-secret', 'TlRMTVNTUAADAAAA'],
    /^NTLM TlRMTVNTUAADAAAA/,
  ],
  [
    { type: 'edgeGrid', accessToken: 'akab-access', clientToken: 'akab-client', clientSecret: 'akab-secret' },
    ['akab-access', 'akab-secret'],
    /^EG1-HMAC-SHA256 /,
  ],
  [
    { type: 'asap', algorithm: 'RS256', keyId: 'k', issuer: 'i', audience: 'a', privateKey: pem },
    [body, 'Bearer eyJ'],
    /^Bearer eyJ/,
  ],
])('$type signs previews and runs; secrets are sealed and never shown', async (authentication, secrets, header) => {
  received = [];
  addresses = [];
  const { client } = server.admin;
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId);
  const preview = await client.call(apiPreviewRoutes.preview, {
    body: { projectId, suiteId, script: draft({ url: `${url}/a`, authentication }) },
  });
  const { scriptId } = await newScript(client, suiteId, { url: `${url}/a`, authentication });
  const runId = await runToEnd(client, { projectId, suiteIds: [suiteId] });
  const { steps } = await client.call(calls.getExecution, { query: { runId } });
  const step = await client.call(calls.getExecutionStep, { query: { runId, stepId: steps[0]?.stepId ?? '' } });
  expect([preview.status, step.status]).toEqual(['passed', 'passed']);
  expect(received.at(-1)?.authorization ?? '').toMatch(header);
  const [rows, runs] = await Promise.all([
    server.platform.database.pool.query('select * from api_testing.script where id = $1', [scriptId]),
    server.platform.database.pool.query('select * from runs.step where run_id = $1', [runId]),
  ]);
  const shown = JSON.stringify([preview, step, rows.rows, runs.rows]);
  for (const secret of secrets) expect(shown.includes(secret), secret).toBe(false);
  const read = await client.call(calls.getScript, { query: { scriptId } });
  expect(read.authentication).toEqual(authentication);
});

test('variables of the environment sign, and a missing key is reported', async () => {
  received = [];
  const { client } = server.admin;
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId);
  const variables = [{ name: 'key', value: 'secret-of-environment' }];
  const { environmentId } = await client.call(workspaceRoutes.createEnvironment, {
    body: { projectId, environmentName: 'One', variables },
  });
  const preview = (authentication: ScriptInput['authentication']) =>
    client.call(apiPreviewRoutes.preview, {
      body: { projectId, suiteId, environmentId, script: draft({ url: `${url}/a?b=c`, authentication }) },
    });
  await preview({ type: 'hawk', keyId: 'id', key: '{{key}}', algorithm: 'sha256' });
  const sent = Object.fromEntries(
    [...received[0]!.authorization!.matchAll(/(\w+)="([^"]*)"/g)].map(([, k, v]) => [k, v]),
  );
  const [host, port] = new URL(url).host.split(':');
  const text = ['hawk.1.header', sent.ts, sent.nonce, 'GET', '/a?b=c', host, port, '', '', ''].join('\n');
  expect(sent.mac).toBe(createHmac('sha256', 'secret-of-environment').update(text).digest('base64'));
  const wrong = await preview({ type: 'oauth1', signatureMethod: 'RSA-SHA1', consumerKey: 'k', in: 'header' });
  expect(wrong.error).toMatchObject({ code: 'AUTHENTICATION', message: expect.stringContaining('private key') });
});
