import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { AppError } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { runErrors } from '../errors.ts';
import { createRunsCore, type RunKind, type Runner } from '../index.ts';
import { passAll, planned } from '../testing/demo-run.ts';

const closed = randomUUID();
/** A project that fails to open for a reason other than a refusal. */
const broken = randomUUID();
let server: TestServer;
let core: Awaited<ReturnType<typeof createRunsCore>>;
let runner: Runner;
/** The calls that the kind received, in order. */
const needs: string[] = [];

const startable: RunKind = {
  kind: 'startable',
  title: 'Zebra',
  service: 'calls',
  executionStatus: (status) => status,
  async open(_caller, projectId, need) {
    if (projectId === closed) throw new AppError(runErrors.notFound);
    if (projectId === broken) throw new Error('The database is away.');
    needs.push(need);
  },
  async plan(caller, input, options) {
    needs.push(`plan of ${caller.name} ${JSON.stringify(options)}`);
    return {
      name: 'Started',
      plan: { for: caller.userId },
      label: { of: 'x' },
      runnerLabel: (input as { runnerLabel?: string }).runnerLabel ?? null,
      auditDetail: { suites: 2 },
      steps: (async function* () {
        yield planned({ title: 'a' });
      })(),
      stored: async (run) => void needs.push(`stored ${run.runId}`),
      discard: async () => void needs.push('discarded'),
    };
  },
  replan: (plan, caller) => ({ ...(plan as object), again: caller.userId }),
  retry: (_run, choice) => choice,
  execute: passAll,
};

beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
});
afterAll(() => server.close());
beforeEach(async () => {
  needs.length = 0;
  const jobs = { ...server.platform.jobs, handle: () => undefined };
  core = await createRunsCore(
    { ...server.platform, jobs },
    { RUNNER_CONCURRENCY: 4, RUNNER_LABELS: [], RETENTION_DAYS: 30 },
  );
  core.register(startable, {
    ...startable,
    kind: 'fixed',
    title: 'Ant',
    plan: undefined as never,
    retry: undefined as never,
  });
  runner = core.createRunner();
  await runner.start();
});
afterEach(() => runner.stop(0));

const viewer = () =>
  ({ ...server.admin, name: 'Ada', plan: 'PRO', teamIds: [], teamId: undefined, address: '' }) as never;
const refused = (code: string) => expect.objectContaining({ code });
const audited = async (target: string) =>
  (await server.platform.database.pool.query('select action, detail from platform.audit where target = $1', [target]))
    .rows;
const ended = async (runId: string): Promise<string> => {
  for await (const _ of core.runs.readEvents(runId, 0, AbortSignal.timeout(20_000)));
  return runId;
};
const start = (projectId: string, more: { runId?: string; runnerLabel?: string } = {}) => {
  const { runId, ...input } = more;
  return core.runs.start(
    viewer(),
    'startable',
    { projectId, ...input },
    { label: 'main', commit: null },
    { ...(runId && { runId }) },
  );
};

test('a start checks the right to edit, plans, stores, informs the kind and writes to the audit log', async () => {
  const run = await start(randomUUID());
  expect(run).toMatchObject({
    name: 'Started',
    label: { of: 'x' },
    origin: { label: 'main', commit: null },
    number: 1,
    createdByName: 'Ada',
  });
  expect(needs).toEqual(['edit', 'plan of Ada {}', `stored ${run.runId}`]);
  expect(await audited(run.runId)).toEqual([
    { action: 'run.started', detail: { name: 'Started', number: 1, suites: 2 } },
  ]);
  await ended(run.runId);
});

test('a second start with the same id finds the first, and plans nothing', async () => {
  const [projectId, runId] = [randomUUID(), randomUUID()];
  const first = await start(projectId, { runId });
  expect(needs[1]).toBe(`plan of Ada {"runId":"${runId}"}`);
  needs.length = 0;
  expect((await start(projectId, { runId })).createdAt).toEqual(first.createdAt);
  expect(needs).toEqual(['edit']);
  await ended(runId);
});

test('of two concurrent starts with the same id one is stored', async () => {
  const [projectId, runId] = [randomUUID(), randomUUID()];
  const both = await Promise.all([start(projectId, { runId }), start(projectId, { runId })]);
  expect(both.map((run) => run.runId)).toEqual([runId, runId]);
  await ended(runId);
});

test("a forbidden start, or one of a kind that can't be started, is refused before planning", async () => {
  await expect(start(closed)).rejects.toEqual(refused('RUNS_NOT_FOUND'));
  for (const kind of ['fixed', 'none'])
    await expect(core.runs.start(viewer(), kind, { projectId: randomUUID() })).rejects.toEqual(
      refused('RUNS_NOT_STARTABLE'),
    );
  expect(needs).toEqual([]);
});

test('a retry keeps name, label, origin and runner, gets the plan its kind adapts for the caller, and is audited', async () => {
  const { runId, organizationId } = await start(randomUUID());
  await ended(runId);
  const again = await core.calls.retry(viewer(), runId, false);
  expect(again).toMatchObject({ name: 'Started', retryOf: runId, retryNumber: 1, label: 'main' });
  const { userId } = server.admin;
  expect(await core.runs.planOf(organizationId, again.runId)).toEqual({ for: userId, again: userId });
  expect(await audited(again.runId)).toEqual([{ action: 'run.retried', detail: { of: runId } }]);
  await ended(again.runId);
  await expect(core.calls.retry(viewer(), runId, true)).rejects.toEqual(refused('RUNS_NOTHING_TO_RETRY'));
  const third = await core.calls.retry(viewer(), again.runId, false);
  expect(third.retryNumber).toBe(2);
  await ended(third.runId);
});

test("a kind without a plan for it can't be retried", async () => {
  const { runId, organizationId, ...run } = await start(randomUUID());
  await ended(runId);
  await server.platform.database.pool.query(`update runs.run set kind = 'fixed' where id = $1`, [runId]);
  expect([core.runs.canRetry(run), core.runs.canRetry({ kind: 'fixed' })]).toEqual([true, false]);
  await expect(core.calls.retry(viewer(), runId, false)).rejects.toEqual(refused('RUNS_NOT_RETRYABLE'));
});

test('a waiting run is stopped immediately, with its steps, and audited', async () => {
  const { runId } = await start(randomUUID(), { runnerLabel: 'nowhere' });
  needs.length = 0;
  await core.calls.stop(viewer(), runId);
  expect(needs).toEqual(['edit']);
  const run = await core.calls.get(viewer(), runId);
  expect(run).toMatchObject({ status: 'cancelled', message: 'Run canceled', counts: { cancelled: 1, queued: 0 } });
  expect(await audited(runId)).toContainEqual({ action: 'run.stopped', detail: null });
  await expect(core.calls.stop(viewer(), runId)).rejects.toEqual(refused('RUNS_ALREADY_FINISHED'));
});

test('kinds are listed by title, and runs of those the caller may see', async () => {
  const projectId = randomUUID();
  const { runId } = await start(projectId);
  await ended(runId);
  expect(await core.calls.listKinds(viewer(), projectId)).toEqual({
    kinds: [
      { kind: 'fixed', title: 'Ant' },
      { kind: 'startable', title: 'Zebra' },
    ],
  });
  const page = { page: 0, size: 5 };
  const list = (filter: { projectId: string; kind?: string }) => core.calls.list(viewer(), filter, page);
  expect(await list({ projectId })).toMatchObject({ content: [{ runId }], totalElements: 1, page: 0, size: 5 });
  expect((await list({ projectId, kind: 'fixed' })).content).toEqual([]);
  await expect(list({ projectId: closed })).rejects.toEqual(refused('RUNS_NOT_FOUND'));
  await expect(list({ projectId: broken })).rejects.toThrow('The database is away.');
  await expect(list({ projectId, kind: 'none' })).rejects.toEqual(refused('RUNS_NOT_FOUND'));
});

test('a step is found only in its own run, and its traces come from all services that have some', async () => {
  const { runId } = await start(randomUUID());
  await ended(runId);
  const [step] = (await core.calls.listSteps(viewer(), { runId }, { page: 0, size: 5 })).content;
  const stepId = step?.stepId ?? '';
  for (const title of ['one', 'two']) core.addTraces(async () => [{ title } as never]);
  expect(await core.calls.listStepTraces(viewer(), { runId, stepId, address: undefined })).toEqual([
    { title: 'one' },
    { title: 'two' },
  ]);
  await expect(core.runs.getStep(runId, randomUUID())).rejects.toEqual(refused('RUNS_STEP_NOT_FOUND'));
  expect(core.runs.present({ kind: 'startable' }, { title: 'a' } as never)).toEqual({
    title: 'a',
    subtitle: '',
    badges: [],
  });
});

test('a deletion requires the right to edit each run, and is audited', async () => {
  const projectId = randomUUID();
  const runIds = [await ended((await start(projectId)).runId), await ended((await start(projectId)).runId)];
  needs.length = 0;
  expect(await core.calls.delete(viewer(), runIds)).toBe(2);
  expect(needs).toEqual(['edit', 'edit']);
  const { rows } = await server.platform.database.pool.query(
    `select target from platform.audit where action = 'report.deleted' order by at desc limit 1`,
  );
  expect(String(rows[0]?.target).split(',').sort()).toEqual([...runIds].sort());
});

test("a report's file is named after its run, and a missing file is reported", async () => {
  const { runId, organizationId } = await start(randomUUID(), { runnerLabel: 'nowhere' });
  await expect(core.runs.openFile(organizationId, runId, randomUUID())).rejects.toEqual(
    refused('RUNS_ATTACHMENT_NOT_FOUND'),
  );
  await core.runs.cancel(organizationId, runId);
  const run = await core.runs.get(organizationId, runId);
  const { fileName, contentType, content } = await core.runs.report({ ...run, name: 'Ä b/c '.repeat(30) }, 'json');
  expect([fileName, contentType]).toEqual([
    expect.stringMatching(/^[\w.-]{80}-1\.json$/),
    'application/json; charset=utf-8',
  ]);
  expect((await buffer(content)).length).toBeGreaterThan(0);
});

test('an unfinished run has no report', async () => {
  const run = await start(randomUUID(), { runnerLabel: 'nowhere' });
  await expect(core.runs.document(run)).rejects.toEqual(refused('RUNS_NOT_FINISHED'));
  await core.runs.cancel(run.organizationId, run.runId);
});
