import { createServer } from 'node:http';
import { apiPreviewRoutes, apiTestingRoutes, type ScriptInput } from '@touchstone/contracts/api-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { draft, followRun, newProject, newScript, newSuite } from '../testing/builders.ts';

const calls = apiTestingRoutes;
/** A token endpoint that counts its calls, and an API that rejects revoked tokens. */
const revoked = new Set<string>();
let fetched = 0;
const issuer = createServer((request, response) => {
  response.setHeader('content-type', 'application/json');
  if (request.url === '/token') {
    fetched += 1;
    response.end(
      JSON.stringify({ access_token: `token-secret-${fetched}`, token_type: 'Bearer', expires_in: lifeSeconds }),
    );
    return;
  }
  const token = request.headers.authorization ?? '';
  response.statusCode = revoked.has(token) ? 401 : 200;
  response.end(JSON.stringify({ token }));
});
let lifeSeconds = 3600;
let server: TestServer;
let url: string;
let now = Date.now();
beforeAll(async () => {
  const clock = { now: () => new Date(now), monotonicMs: () => performance.now() };
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), clock });
  await new Promise<void>((resolve) => issuer.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(issuer.address() as { port: number }).port}`;
});
afterAll(async () => {
  await new Promise((resolve) => issuer.close(resolve));
  await server.close();
});

const authentication = (clientSecret: string): ScriptInput['authentication'] => ({
  type: 'oauth2Grant',
  grant: 'clientCredentials',
  tokenUrl: `${url}/token`,
  clientId: 'app',
  clientSecret,
  clientAuthentication: 'header',
});

async function newWorkspace() {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId);
  const environment = async (environmentName: string) =>
    client.call(workspaceRoutes.createEnvironment, {
      body: { projectId, environmentName, variables: [{ name: 'secret', value: 's1' }] },
    });
  const script = await newScript(client, suiteId, { url: `${url}/api`, authentication: authentication('{{secret}}') });
  const { environmentId } = await environment('One');
  const run = async (inEnvironment = environmentId) => {
    const { runId } = await client.call(calls.executeTest, {
      body: { projectId, suiteIds: [suiteId], environmentId: inEnvironment },
    });
    await followRun(client, runId);
    const { steps } = await client.call(calls.getExecution, { query: { runId } });
    return client.call(calls.getExecutionStep, { query: { runId, stepId: steps[0]?.stepId ?? '' } });
  };
  const preview = () =>
    client.call(apiPreviewRoutes.preview, {
      body: {
        projectId,
        suiteId,
        environmentId,
        script: draft({ url: `${url}/api`, authentication: authentication('{{secret}}') }),
      },
    });
  return { client, projectId, suiteId, environmentId, environment, script, run, preview };
}

test('runs and previews of one environment share a token, sealed and never shown', async () => {
  const { environment, run, preview } = await newWorkspace();
  fetched = 0;
  const answers = [await run(), await run(), await preview()];
  expect(fetched).toBe(1);
  for (const answer of answers) {
    expect(answer.status).toBe('passed');
    expect(JSON.stringify(answer)).not.toContain('token-secret');
  }
  const kept = await server.platform.database.pool.query('select * from workspaces.oauth_token');
  expect(kept.rowCount).toBe(1);
  expect(JSON.stringify(kept.rows)).not.toContain('token-secret');
  const other = await environment('Two');
  await run(other.environmentId);
  expect(fetched).toBe(2);
});

test('a token is renewed at 80 percent of its life', async () => {
  const { run } = await newWorkspace();
  lifeSeconds = 1000;
  fetched = 0;
  await run();
  now += 790_000;
  await run();
  expect(fetched).toBe(1);
  now += 20_000;
  await run();
  expect(fetched).toBe(2);
});

test.each([
  ['a variable of the environment', 'variable'],
  ['the grant of the script', 'script'],
] as const)('a changed value of %s drops the token', async (_name, what) => {
  const { client, environmentId, script, run } = await newWorkspace();
  fetched = 0;
  await run();
  const before = await server.platform.database.pool.query('select count(*)::int as n from workspaces.oauth_token');
  if (what === 'variable') {
    const { variables } = await client.call(workspaceRoutes.listEnvironmentVariables, { query: { environmentId } });
    await client.call(workspaceRoutes.updateVariable, {
      body: { variableId: variables[0]?.variableId ?? '', value: 's2' },
    });
  } else {
    await client.call(calls.saveScript, {
      query: {},
      body: { ...draft({ url: `${url}/api`, authentication: authentication('other') }), scriptId: script.scriptId },
    });
  }
  const after = await server.platform.database.pool.query('select count(*)::int as n from workspaces.oauth_token');
  expect(after.rows[0].n).toBe(before.rows[0].n - 1);
  await run();
  expect(fetched).toBe(2);
});

test('a stored token that the API rejects is fetched again, once', async () => {
  const { run } = await newWorkspace();
  fetched = 0;
  await run();
  revoked.add(`Bearer token-secret-${fetched}`);
  const answer = await run();
  expect(fetched).toBe(2);
  expect(answer).toMatchObject({ status: 'passed', statusCode: 200 });
  revoked.clear();
});
