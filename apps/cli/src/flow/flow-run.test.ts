import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { flowRoutes } from '@touchstone/contracts/flows';
import { orchestrationRoutes } from '@touchstone/contracts/orchestration';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, type TestServer, testPassword } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { runCommand } from '../testing/command.ts';
import { type PetApi, startPetApi } from '../testing/pet-api.ts';

let server: TestServer;
let api: PetApi;
let folder: string;

/** A workflow with one request, which is only sent if `region` is eu. */
const document = (path: string) => ({
  flow: {
    version: 1 as const,
    nodes: [
      { id: 'start', kind: 'start', name: 'Start' },
      { id: 'pets', kind: 'http', name: 'Read pets', settings: { method: 'GET', url: `${api.origin}${path}` } },
    ],
    links: [{ id: 'a', from: 'start', to: 'pets', condition: '{{region}} == "eu"' }],
  },
  layout: {},
});

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-flow-'));
  [server, api] = await Promise.all([createTestServer({ postgresUrl: inject('postgresUrl') }), startPetApi()]);
  const { client } = server.admin;
  const { projectId } = await client.call(workspaceRoutes.createProject, { body: { projectName: 'Shop' } });
  const create = (name: string, path: string) =>
    client.call(flowRoutes.createFlow, { body: { projectId, name, document: document(path) } });
  await create('Healthy', '/api/health');
  await create('Broken', '/nowhere');
  await create('In both', '/api/health');
  const variables = { region: 'eu' };
  await client.call(flowRoutes.createConfiguration, { body: { projectId, name: 'Europe', variables } });
  const { folderUuid } = await client.call(orchestrationRoutes.createFolder, { body: { name: 'Nightly' } });
  await client.call(orchestrationRoutes.createWorkflow, {
    body: { folderUuid, name: 'In both', document: document('/api/health') },
  });
});
afterAll(async () => {
  await Promise.all([server.close(), api.close()]);
  rmSync(folder, { recursive: true, force: true });
});

const run = (...args: string[]) =>
  runCommand(['flow', 'run', ...args], {
    cwd: folder,
    env: { TOUCHSTONE_URL: server.url, TOUCHSTONE_USER: server.admin.email, TOUCHSTONE_PASSWORD: testPassword },
  });

test('runs a workflow with a configuration, reports its nodes, writes JUnit and ends with 0', async () => {
  const { exitCode, stdout, stderr } = await run('healthy', '--config', 'europe', '--reporter', 'list,junit');
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^Run [0-9a-f-]{36}: Healthy #\d+ in Shop$/m);
  expect(stdout).toMatch(/^✔ Read pets {2}/m);
  expect(stdout).toContain('1 passed of 1 step in');
  expect(exitCode).toBe(0);
  const junit = readFileSync(join(folder, 'touchstone-report/junit.xml'), 'utf8');
  expect(junit).toContain('name="Read pets"');
});

test('a failed node is reported with its reason, and ends with 1', async () => {
  const { exitCode, stdout } = await run('Broken', '--var', 'region=eu');
  expect(stdout).toMatch(/^✖ Read pets.*\n {2}The response has status 401\.$/m);
  expect(exitCode).toBe(1);
});

test.each([
  [['Nothing'], /^No workflow is named "Nothing"\. There are: /],
  [['In both'], /^Several workspaces have a workflow "In both": "Shop", "Nightly"\. Say which with --project\./],
  [['Healthy', '--config', 'Mars'], /^No run configuration is named "Mars"\. There are: "Europe"\./],
  [['Healthy', '--project', 'Moon'], /^No workspace is named "Moon"\./],
])('%j ends with 2 and says what to do', async (args, message) => {
  const { exitCode, stderr } = await run(...args);
  expect(stderr).toMatch(message);
  expect(exitCode).toBe(2);
});

test('a workflow of an orchestration project is found', async () => {
  const { exitCode, stdout } = await run('In both', '--project', 'nightly', '--var', 'region=eu');
  expect(stdout).toMatch(/^Run [0-9a-f-]{36}: In both #\d+ in Nightly$/m);
  expect(exitCode).toBe(0);
});
