import type { Client } from '@touchstone/contracts';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { deletedRoutes } from '@touchstone/contracts/recently-deleted';
import { reportLinkRoutes } from '@touchstone/contracts/report-links';
import { runRoutes } from '@touchstone/contracts/runs';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, followRun, newProject, newScript, newSuite } from '../../api-testing/testing/builders.ts';
import { startTargetServer, type TargetServer } from '../../api-testing/testing/target-server.ts';
import { organizationSwitch } from '../../user-management/testing/switch-organization.ts';

const { createReportLink, listReportLinks, deleteReportLink, allowReportLinks } = reportLinkRoutes;
let server: TestServer;
let target: TargetServer;
let client: Client;
let projectId: string;
let suiteId: string;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  target = await startTargetServer();
  ({ client } = server.admin);
  projectId = await newProject(client);
  suiteId = await newSuite(client, projectId);
  await newScript(client, suiteId, { scriptName: 'Read the pet', url: `${target.url}/json` });
}, 120_000);
afterAll(async () => {
  await server.close();
  await target.close();
});

async function newRun(): Promise<string> {
  const { runId } = await client.call(apiTestingRoutes.executeTest, { body: { projectId, suiteIds: [suiteId] } });
  await followRun(client, runId);
  return runId;
}
/** Opens an address as a browser without a session does. */
const visit = async (address: string) => {
  const response = await fetch(`${server.url}${new URL(address).pathname}`);
  return { statusCode: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
};
const moveOn = (days: number) =>
  server.platform.database.pool.query(
    `update report_links.link set created_at = created_at - make_interval(days => $1), expires_at = expires_at - make_interval(days => $1)`,
    [days],
  );

test('a link opens the report without a session, in a page without an origin, until it expires', async () => {
  const runId = await newRun();
  const link = await client.call(createReportLink, { params: { runId }, body: { days: 7 } });
  const opened = await visit(link.address);
  expect([opened.statusCode, opened.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(opened.body).toContain('Read the pet');
  expect(opened.headers['content-security-policy']).toMatch(/^sandbox allow-scripts allow-popups; default-src 'none'/);
  const { content } = await client.call(listReportLinks, { params: { runId } });
  expect(content).toEqual([
    expect.objectContaining({
      linkId: link.linkId,
      createdByName: expect.any(String),
      lastOpenedAt: expect.any(String),
    }),
  ]);
  expect(JSON.stringify(content)).not.toContain(link.address.split('/').at(-1));
  await moveOn(7);
  const closed = await visit(link.address);
  expect(closed.statusCode).toBe(404);
  expect(closed.body).toContain('This link has expired or been revoked');
  expect(closed.body).not.toContain('Read the pet');
  expect((await client.call(listReportLinks, { params: { runId } })).content).toEqual([]);
});

test('a revoked link and the link of a deleted run lead nowhere', async () => {
  const runId = await newRun();
  const params = { runId };
  const first = await client.call(createReportLink, { params, body: { days: 1 } });
  const second = await client.call(createReportLink, { params, body: { days: 1 } });
  await client.call(deleteReportLink, { params: { runId, linkId: first.linkId } });
  expect((await visit(first.address)).statusCode).toBe(404);
  expect((await visit(second.address)).statusCode).toBe(200);
  await client.call(runRoutes.deleteRuns, { query: { runIds: [runId] } });
  expect((await visit(second.address)).statusCode).toBe(404);
});

test('a link leads nowhere, and runs stop, while the workspace is deleted and can be restored', async () => {
  const projectName = 'Put away';
  const { projectId: otherProjectId } = await client.call(workspaceRoutes.createProject, { body: { projectName } });
  const suite = await newSuite(client, otherProjectId);
  await newScript(client, suite, { url: `${target.url}/json` });
  const start = async () =>
    (await client.call(apiTestingRoutes.executeTest, { body: { projectId: otherProjectId, suiteIds: [suite] } })).runId;
  const params = { runId: await start() };
  await followRun(client, params.runId);
  const { address } = await client.call(createReportLink, { params, body: { days: 1 } });
  await newScript(client, suite, { url: `${target.url}/held/away` });
  const runId = await start();
  await expect.poll(() => target.received, { timeout: 20_000 }).toContain('GET /held/away');
  const query = { projectId: otherProjectId, projectName, restorable: 'true' as const };
  await client.call(workspaceRoutes.deleteProject, { query });
  expect((await visit(address)).statusCode).toBe(404);
  const { pool } = server.platform.database;
  const status = async () => (await pool.query('select status from runs.run where id = $1', [runId])).rows[0].status;
  await expect.poll(status, { timeout: 20_000 }).toBe('cancelled');
  await client.call(deletedRoutes.restoreDeletedProject, { body: { projectId: otherProjectId } });
  expect((await visit(address)).statusCode).toBe(200);
});

test('an organization forbids links: existing ones stop working, and no other is created', async () => {
  const runId = await newRun();
  const params = { runId };
  const { address } = await client.call(createReportLink, { params, body: { days: 1 } });
  expect(await client.call(allowReportLinks, { body: { allowed: false } })).toEqual({ allowed: false });
  expect((await visit(address)).statusCode).toBe(404);
  expect(await client.call(listReportLinks, { params })).toMatchObject({ allowed: false, content: [{}] });
  expect(await failureOf(client.call(createReportLink, { params, body: { days: 1 } }))).toMatchObject({
    code: 'REPORT_LINKS_FORBIDDEN',
  });
  await client.call(allowReportLinks, { body: { allowed: true } });
  expect((await visit(address)).statusCode).toBe(200);
});

test('viewers of a workspace see links and create none; others see none', async () => {
  const runId = await newRun();
  const guest = await server.createUser(server.admin, { role: 'ROLE_GUEST' });
  await client.call(createReportLink, { params: { runId }, body: { days: 1 } });
  expect((await guest.client.call(listReportLinks, { params: { runId } })).content).toHaveLength(1);
  const refused = await failureOf(guest.client.call(createReportLink, { params: { runId }, body: { days: 1 } }));
  expect(refused.status).toBe(403);
  const user = await server.createUser(server.admin, { role: 'ROLE_USER' });
  const forbidden = await failureOf(user.client.call(allowReportLinks, { body: { allowed: false } }));
  expect(forbidden.status).toBe(403);
});

test('a run in progress has no link, and a report has twenty at most', async () => {
  await newScript(client, suiteId, { scriptName: 'Held', url: `${target.url}/held/link` });
  const { runId } = await client.call(apiTestingRoutes.executeTest, { body: { projectId, suiteIds: [suiteId] } });
  const create = () => client.call(createReportLink, { params: { runId }, body: { days: 1 } });
  expect(await failureOf(create())).toMatchObject({ code: 'REPORT_LINKS_NOT_FINISHED' });
  target.release();
  await followRun(client, runId);
  for (let count = 0; count < 20; count += 1) await create();
  expect(await failureOf(create())).toMatchObject({ code: 'REPORT_LINKS_TOO_MANY' });
});

test('a link of a deactivated organization answers like an unknown one, until the organization is active again', async () => {
  const setActive = await organizationSwitch(server);
  const owner = await server.createOrganization();
  const place = await newProject(owner.client);
  const suite = await newSuite(owner.client, place);
  await newScript(owner.client, suite, { url: `${target.url}/json` });
  const body = { projectId: place, suiteIds: [suite] };
  const { runId } = await owner.client.call(apiTestingRoutes.executeTest, { body });
  await followRun(owner.client, runId);
  const { address } = await owner.client.call(createReportLink, { params: { runId }, body: { days: 1 } });
  await setActive(owner.organizationId, false);
  const closed = await visit(address);
  const unknown = await visit(address.replace(/[^/]+$/, 'x'.repeat(43)));
  expect([closed.statusCode, closed.body]).toEqual([404, unknown.body]);
  await setActive(owner.organizationId, true);
  expect((await visit(address)).statusCode).toBe(200);
});
