import { randomUUID } from 'node:crypto';
import { reportFormats, runRoutes } from '@touchstone/contracts/runs';
import { AppError } from '@touchstone/kernel';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { defineService } from '../../../platform/service.ts';
import { add } from '../../../platform/slots.ts';
import { runErrors } from '../errors.ts';
import { type RunKind, runKinds, runsService } from '../index.ts';
import { planned, resultOf } from '../testing/demo-run.ts';

const projectId = randomUUID();
const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const files = [
  { name: 'answer.png', mediaType: 'image/png', content: 'picture' },
  { name: 'drawing.svg', mediaType: 'image/svg+xml', content: script },
  { name: 'page "ü".html', mediaType: 'text/html; charset=utf-8', content: '<script>alert(1)</script>' },
  { name: 'a\r\nb', mediaType: 'no media type', content: 'x' },
];
const deleted: string[] = [];
const ended: string[] = [];
let taken = 0;
let discarded = 0;

const pingInput = z.strictObject({
  projectId: z.uuid(),
  hosts: z.array(z.string()).min(1),
  fails: z.boolean().default(false),
});
const ping: RunKind = {
  kind: 'ping',
  title: 'Ping',
  service: 'ping',
  input: pingInput,
  executionStatus: (status) => `Ping ${status}`,
  async open(_caller, of) {
    if (of !== projectId) throw new AppError(runErrors.notFound);
  },
  async plan(_caller, input) {
    const { hosts, fails } = input as z.infer<typeof pingInput>;
    taken += 1;
    return {
      name: `Ping of ${hosts.length}`,
      plan: {},
      label: {},
      steps: (async function* () {
        if (fails) throw new Error('The plan broke.');
        const group = planned({ kind: 'hosts', title: 'Hosts', isContainer: true });
        yield group;
        for (const title of hosts) yield planned({ kind: 'host', title, parentId: group.stepId });
      })(),
      async discard() {
        discarded += 1;
      },
    };
  },
  retry: (_run, choice) => choice,
  present: ({ title }) => ({ title, subtitle: `${title}.test`, badges: ['PING'] }),
  onDeleted: async (runIds) => void deleted.push(...runIds),
  onFinished: async ({ runId }) => void ended.push(runId),
  async execute(context) {
    for await (const step of context.openSteps()) {
      context.started(step);
      await context.finished(resultOf(step, step.title === 'down' ? 'failed' : 'passed'));
    }
    const [first] = await Array.fromAsync(context.siblings(0));
    for (const { content, ...file } of files)
      await context.attach({
        ...file,
        content: Buffer.from(content),
        ...(file.name === 'answer.png' && first && { stepId: first.stepId }),
      });
  },
};

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  const pings = defineService({
    name: 'ping',
    needs: { runs: runsService },
    create: () => ({
      door: undefined,
      adds: [add(runKinds, ping, { ...ping, kind: 'licensed', service: 'api-testing' })],
    }),
  });
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), services: [pings] });
  user = server.admin;
});
afterAll(() => server.close());

const start = async (kind = 'ping') =>
  user.client.call(runRoutes.startRun, { body: { kind, input: { projectId, hosts: ['up', 'down'] } } });
/** All events as a client reads them. */
async function follow(runId: string): Promise<string> {
  const answer = await user.client.raw(runRoutes.followRun, { params: { runId }, query: {} });
  return answer.text();
}
async function finished() {
  const { runId } = await start();
  await follow(runId);
  return runId;
}

test('a kind from outside can be started, followed, listed and read', async () => {
  const { runId, ...run } = await start();
  expect(run).toMatchObject({
    kind: 'ping',
    kindTitle: 'Ping',
    name: 'Ping of 2',
    canRetry: true,
    link: `/runs/${runId}`,
    counts: { total: 2 },
  });
  const stream = await follow(runId);
  expect(stream).toContain('event: COMPLETED');
  expect(stream).toContain('"executionStatus":"Ping failed"');
  const { content } = await user.client.call(runRoutes.listRuns, {
    query: { projectId, searchTerm: 'Ping of', size: 1 },
  });
  expect(content).toMatchObject([{ runId, status: 'failed' }]);
  expect(await user.client.call(runRoutes.getRun, { params: { runId } })).toEqual(content[0]);
});

test('kinds whose runs the caller may see are listed by title, and the list can be filtered by them', async () => {
  const { kinds } = await user.client.call(runRoutes.listRunKinds, { query: { projectId } });
  expect(kinds).toEqual([
    { kind: 'ping', title: 'Ping' },
    { kind: 'licensed', title: 'Ping' },
  ]);
  await finished();
  const query = { projectId, kind: 'ping', status: 'passed' as const };
  expect((await user.client.call(runRoutes.listRuns, { query })).content).toEqual([]);
});

test('a run has a number in its workspace, and the label and commit of the pipeline; it is found by each', async () => {
  const { runId } = await start();
  await follow(runId);
  const metadata = { label: ' release 2.0 ', commit: '4f2c1d9a' };
  const input = { projectId, hosts: ['up'] };
  const run = await user.client.call(runRoutes.startRun, { body: { kind: 'ping', input, ...metadata } });
  const before = await user.client.call(runRoutes.getRun, { params: { runId } });
  expect(before).toMatchObject({ label: null, commit: null });
  expect(run).toMatchObject({ number: (before.number ?? 0) + 1, label: 'release 2.0', commit: '4f2c1d9a' });
  await follow(run.runId);
  for (const searchTerm of ['Release 2', '4f2c', `#${run.number}`, `Ping of 1 #${run.number}`]) {
    const { content } = await user.client.call(runRoutes.listRuns, { query: { projectId, searchTerm } });
    expect(content.map((found) => found.runId)).toEqual([run.runId]);
  }
  const { facts } = await user.client.call(runRoutes.getRunSections, { params: { runId: run.runId } });
  expect(facts).toContainEqual({ label: 'Label', text: 'release 2.0' });
  const answer = await user.client.raw(runRoutes.downloadRunReport, {
    params: { runId: run.runId },
    query: { format: 'html' },
  });
  expect(await answer.text()).toContain(`<h1>Ping of 1 #${run.number}</h1>`);
  for (const wrong of [{ commit: 'two words' }, { label: 'two\nlines' }, { label: 'x'.repeat(101) }])
    await expect(
      user.client.call(runRoutes.startRun, { body: { kind: 'ping', input, ...wrong } }),
    ).rejects.toMatchObject({ code: 'PLATFORM_INVALID_INPUT' });
});

test('steps are listed as one sequence and by level, in the terms of their kind', async () => {
  const runId = await finished();
  const list = async (query: { parentId?: string; status?: 'failed' }) =>
    (await user.client.call(runRoutes.listRunSteps, { params: { runId }, query })).content;
  expect((await list({})).map(({ title, subtitle, badges }) => [title, subtitle, badges])).toEqual([
    ['up', 'up.test', ['PING']],
    ['down', 'down.test', ['PING']],
  ]);
  const [group] = await list({ parentId: 'none' });
  expect(group).toMatchObject({ title: 'Hosts', isContainer: true, status: 'failed' });
  expect((await list({ parentId: group?.stepId ?? '' })).map(({ title }) => title)).toEqual(['up', 'down']);
  expect((await list({ status: 'failed' })).map(({ title, message }) => [title, message])).toEqual([
    ['down', 'It failed.'],
  ]);
});

test.each(reportFormats)('its report is available as %s', async (format) => {
  const runId = await finished();
  const answer = await user.client.raw(runRoutes.downloadRunReport, { params: { runId }, query: { format } });
  const beginnings = { html: '<!doctype html>', junit: '<?xml', json: '{"run":', excel: 'PK', pdf: '%PDF-' };
  expect(Buffer.from(await answer.arrayBuffer()).toString('latin1')).toMatch(
    new RegExp(`^${beginnings[format].replace('?', '\\?')}`),
  );
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="Ping-of-2-/);
});

test("the report's sections besides the steps are returned as data", async () => {
  const runId = await finished();
  const { facts, sections } = await user.client.call(runRoutes.getRunSections, { params: { runId } });
  expect(facts).toEqual([{ label: 'By', text: expect.any(String) }]);
  expect(sections).toEqual([]);
});

test("a file of a run is displayed if it can't execute anything, otherwise downloaded, and its type is never guessed", async () => {
  const runId = await finished();
  const { content, totalElements } = await user.client.call(runRoutes.listRunAttachments, {
    params: { runId },
    query: {},
  });
  expect(totalElements).toBe(files.length);
  expect(content.map(({ stepTitle }) => stepTitle)).toEqual(
    files.map(({ name }) => (name === 'answer.png' ? 'up' : null)),
  );
  const got = [];
  for (const { attachmentId, name } of content) {
    const answer = await user.client.raw(runRoutes.downloadRunAttachment, { params: { runId, attachmentId } });
    expect(await answer.text()).toBe(files.find((file) => file.name === name)?.content);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    got.push([answer.headers.get('content-type'), answer.headers.get('content-disposition')]);
  }
  expect(got).toEqual([
    ['image/png', `inline; filename="answer.png"; filename*=UTF-8''answer.png`],
    ['image/svg+xml', `attachment; filename="drawing.svg"; filename*=UTF-8''drawing.svg`],
    ['text/html', `attachment; filename="page _.html"; filename*=UTF-8''page%20%22%C3%BC%22.html`],
    ['application/octet-stream', `attachment; filename="a_b"; filename*=UTF-8''a%0D%0Ab`],
  ]);
});

test('a retry, a stop and a deletion go through the kind', async () => {
  const runId = await finished();
  const again = await user.client.call(runRoutes.retryRun, { params: { runId }, body: { onlyFailed: true } });
  expect(again).toMatchObject({ retryOf: runId, retryNumber: 1, counts: { total: 1 } });
  await follow(again.runId);
  await expect(user.client.call(runRoutes.stopRun, { params: { runId } })).rejects.toMatchObject({
    code: 'RUNS_ALREADY_FINISHED',
  });
  await user.client.call(runRoutes.deleteRuns, { query: { runIds: [again.runId] } });
  expect(deleted).toEqual([again.runId]);
  await expect(user.client.call(runRoutes.getRun, { params: { runId: again.runId } })).rejects.toMatchObject({
    code: 'RUNS_NOT_FOUND',
  });
  await expect.poll(() => ended).toEqual(expect.arrayContaining([runId, again.runId]));
});

test("invalid input is refused with its location; reservations are released if the run isn't stored", async () => {
  const send = (kind: string, input: { projectId: string; [field: string]: unknown }) =>
    user.client.call(runRoutes.startRun, { body: { kind, input } });
  await expect(send('ping', { projectId, hosts: [] })).rejects.toMatchObject({
    code: 'PLATFORM_INVALID_INPUT',
    details: [{ path: 'input.hosts' }],
  });
  await expect(send('nothing', { projectId })).rejects.toMatchObject({ code: 'RUNS_NOT_STARTABLE' });
  const before = taken;
  await expect(send('ping', { projectId: randomUUID(), hosts: ['up'] })).rejects.toMatchObject({
    code: 'RUNS_NOT_FOUND',
  });
  expect(taken).toBe(before);
  await expect(send('ping', { projectId, hosts: ['up'], fails: true })).rejects.toMatchObject({ status: 500 });
  expect(discarded).toBe(1);
});

test("every call about a run requires the licence of its kind's service, including following it", async () => {
  const { runId } = await start('licensed');
  await follow(runId);
  const other = await server.createUser(user, { role: 'ROLE_USER' });
  await server.platform.database.pool.query('delete from subscription.licence where organization_id = $1', [
    user.organizationId,
  ]);
  const refused = { code: 'SUBSCRIPTION_NO_LICENCE' };
  const { client } = other;
  await expect(client.call(runRoutes.getRun, { params: { runId } })).rejects.toMatchObject(refused);
  await expect(client.raw(runRoutes.followRun, { params: { runId }, query: {} })).rejects.toMatchObject(refused);
  await expect(client.call(runRoutes.listRuns, { query: { projectId, kind: 'licensed' } })).rejects.toMatchObject(
    refused,
  );
  const { content } = await client.call(runRoutes.listRuns, { query: { projectId, size: 200 } });
  expect(new Set(content.map(({ kind }) => kind))).toEqual(new Set(['ping']));
  const input = { projectId, hosts: ['up'] };
  await expect(client.call(runRoutes.startRun, { body: { kind: 'licensed', input } })).rejects.toMatchObject(refused);
});
