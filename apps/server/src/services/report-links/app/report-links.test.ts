import { createHash } from 'node:crypto';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { reportLinkRoutes as calls } from '@touchstone/contracts/report-links';
import { FakeClock, newId } from '@touchstone/kernel';
import { auditEntries, createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { failureOf, newProject, newScript, newSuite } from '../../api-testing/testing/builders.ts';

const dayMs = 24 * 3_600_000;
const clock = new FakeClock(new Date('2031-05-20T12:00:00.000Z'));
let server: TestServer;
let admin: TestUser;
let projectId: string;
let suiteId: string;
let runId: string;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, clock });
}, 120_000);
beforeEach(async () => {
  admin = await server.createOrganization();
  projectId = await newProject(admin.client);
  suiteId = await newSuite(admin.client, projectId);
  await newScript(admin.client, suiteId, { scriptName: 'Read the pet', url: 'http://pets.example/' });
  runId = await newRun();
});
afterAll(() => server.close());

/** No runner takes the run: it ends here. */
async function newRun(status = 'passed'): Promise<string> {
  const { runId: id } = await admin.client.call(apiTestingRoutes.executeTest, {
    body: { projectId, suiteIds: [suiteId] },
  });
  await query('update runs.run set status = $2, finished_at = now() where id = $1', [id, status]);
  return id;
}
const query = (text: string, values: unknown[]) => server.platform.database.pool.query(text, values);
const create = (days = 7, id = runId, by = admin) =>
  by.client.call(calls.createReportLink, { params: { runId: id }, body: { days } });
const list = async (id = runId, by = admin) => by.client.call(calls.listReportLinks, { params: { runId: id } });
const revoke = (linkId: string, id = runId, by = admin) =>
  by.client.call(calls.deleteReportLink, { params: { runId: id, linkId } });
const allow = (allowed: boolean, by = admin) => by.client.call(calls.allowReportLinks, { body: { allowed } });
const visit = async (address: string) => {
  const { statusCode, body } = await server.app.http.inject({ method: 'GET', url: new URL(address).pathname });
  return [statusCode, body.includes('Read the pet')];
};
const auditOf = async (target: string) =>
  (await auditEntries(server, { targets: [target] })).map(({ action, detail, userId }) => [action, detail, userId]);
const refusalOf = async (call: Promise<unknown>) => {
  const { status, code, message } = await failureOf(call);
  return [status, code, message];
};
const open = [200, true];
const closed = [404, false];
const noLink = [404, 'REPORT_LINKS_NOT_FOUND', 'This link does not exist. It may have expired or been revoked.'];

test('a link is returned with its address once, stored as a hash, and recorded when created and revoked', async () => {
  const { address, ...link } = await create();
  expect(link).toEqual({
    linkId: expect.any(String),
    runId,
    createdByName: 'Ada Admin',
    createdAt: clock.now().toISOString(),
    expiresAt: new Date(clock.now().getTime() + 7 * dayMs).toISOString(),
    lastOpenedAt: null,
  });
  const token = address.slice(`${server.url}/services/runs/api/public-reports/`.length);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(await list()).toEqual({ allowed: true, content: [link] });
  const { rows } = await query('select token_hash, created_by from report_links.link where id = $1', [link.linkId]);
  expect(rows).toEqual([{ token_hash: createHash('sha256').update(token).digest('hex'), created_by: admin.userId }]);
  clock.advance(1000);
  expect(await visit(address)).toEqual(open);
  expect((await list()).content).toEqual([{ ...link, lastOpenedAt: clock.now().toISOString() }]);
  expect(await revoke(link.linkId)).toEqual({ message: 'Revoked' });
  expect(await visit(address)).toEqual(closed);
  expect(await auditOf(link.linkId)).toEqual([
    ['report-link.created', { runId, days: 7 }, admin.userId],
    ['report-link.revoked', { runId }, admin.userId],
  ]);
  expect(await refusalOf(revoke(link.linkId))).toEqual(noLink);
  expect(await auditOf(link.linkId)).toHaveLength(2);
});

test('links are listed newest first until the moment they expire', async () => {
  const short = await create(1);
  clock.advance(1);
  const long = await create(2);
  const ids = async () => (await list()).content.map(({ linkId }) => linkId);
  expect(await ids()).toEqual([long.linkId, short.linkId]);
  clock.advance(dayMs - 2);
  expect([await ids(), await visit(short.address)]).toEqual([[long.linkId, short.linkId], open]);
  clock.advance(1);
  expect([await ids(), await visit(short.address)]).toEqual([[long.linkId], closed]);
  expect(await visit(long.address)).toEqual(open);
});

test('a report has twenty links that have not expired, and those of other reports do not count', async () => {
  for (let count = 0; count < 18; count += 1) await create(1);
  await create(1, await newRun());
  const last = await Promise.allSettled([create(1), create(1), create(1), create(1)]);
  expect(last.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(await refusalOf(create(1))).toEqual([
    422,
    'REPORT_LINKS_TOO_MANY',
    'A report can have 20 public links. Revoke one you no longer need.',
  ]);
  const [newest] = (await list()).content;
  await revoke(newest?.linkId ?? '');
  await create(1);
  expect((await list()).content).toHaveLength(20);
  clock.advance(dayMs);
  await create(1);
  expect((await list()).content).toHaveLength(1);
});

test.each(['passed', 'failed', 'error', 'cancelled'])('a run that ended as %s can be shared', async (status) => {
  const { address } = await create(1, await newRun(status));
  expect(await visit(address)).toEqual(open);
});

test.each(['queued', 'running'])('a run that is %s cannot be shared', async (status) => {
  expect(await refusalOf(create(1, await newRun(status)))).toEqual([
    409,
    'REPORT_LINKS_NOT_FINISHED',
    'This run is still in progress. Share its report when it has finished.',
  ]);
});

test('while an organization forbids links, none is opened or created, and those of others work', async () => {
  const stranger = await server.createOrganization();
  const { address, ...link } = await create();
  await allow(false, stranger);
  expect(await visit(address)).toEqual(open);
  const { lastOpenedAt } = (await list()).content[0] ?? {};
  expect(await allow(false)).toEqual({ allowed: false });
  expect(await allow(false)).toEqual({ allowed: false });
  clock.advance(1000);
  expect(await visit(address)).toEqual(closed);
  expect(await list()).toEqual({ allowed: false, content: [{ ...link, lastOpenedAt }] });
  expect((await refusalOf(create())).slice(0, 2)).toEqual([403, 'REPORT_LINKS_FORBIDDEN']);
  expect(await allow(true)).toEqual({ allowed: true });
  expect(await visit(address)).toEqual(open);
  expect(await auditOf(admin.organizationId)).toEqual(
    ['forbidden', 'forbidden', 'allowed'].map((what) => [`report-links.${what}`, null, admin.userId]),
  );
});

test('links belong to one report of one organization', async () => {
  const stranger = await server.createOrganization();
  const { linkId, address } = await create();
  const other = await newRun();
  expect(await refusalOf(revoke(linkId, other))).toEqual(noLink);
  expect((await list(other)).content).toEqual([]);
  for (const call of [
    () => list(runId, stranger),
    () => create(1, runId, stranger),
    () => revoke(linkId, runId, stranger),
    () => list(newId()),
  ])
    expect((await refusalOf(call()))[0]).toBe(404);
  const guest = await server.createUser(admin, { role: 'ROLE_GUEST' });
  expect((await list(runId, guest)).content).toHaveLength(1);
  expect((await refusalOf(revoke(linkId, runId, guest)))[0]).toBe(403);
  expect(await visit(address)).toEqual(open);
  expect(await visit(`${address}x`)).toEqual(closed);
});

test('a link leads nowhere once its run or its workspace is gone', async () => {
  const [run, other] = [await create(), await create(7, await newRun())];
  await query('delete from runs.run where id = $1', [runId]);
  expect([await visit(run.address), await visit(other.address)]).toEqual([closed, open]);
  await query('delete from workspaces.project where id = $1', [projectId]);
  expect(await visit(other.address)).toEqual(closed);
});
