import { randomUUID } from 'node:crypto';
import { AppError } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { PartEnd } from '../domain/run-kind.ts';
import { runErrors } from '../errors.ts';
import { createRunsCore, type Run, type RunContext, type RunKind, type Runner, type Runs } from '../index.ts';
import { planned, resultOf } from '../testing/demo-run.ts';
import { cancelProject } from './cancel-run.ts';

/** The fate of a step, by its title. */
interface Fate {
  status?: 'passed' | 'failed' | 'error';
  shows?: string;
  picture?: boolean;
}
type Fates = Record<string, Fate>;

let server: TestServer;
let core: Awaited<ReturnType<typeof createRunsCore>>;
let runner: Runner;
const deleted: string[] = [];
const endedParts: PartEnd[] = [];
const published: unknown[] = [];
/** Runs whose kind was informed of their end, with the status. */
const ending: string[] = [];
let publishing: () => Promise<void>;
const [source, group] = [randomUUID(), 'Basket'];

async function execute(context: RunContext): Promise<void> {
  const fates = context.plan as Fates;
  for await (const step of context.openSteps()) {
    const { status = 'passed', shows, picture } = fates[step.title] ?? {};
    for (const mediaType of picture ? ['image/png', 'text/plain'] : [])
      await context.attach({
        name: `${step.title}.${mediaType}`,
        mediaType,
        content: Buffer.from('x'),
        stepId: step.stepId,
      });
    await context.finished({ ...resultOf(step, status), detail: { shows } });
  }
}
const usual = {
  service: 'probe',
  executionStatus: (status: string) => `Probe ${status}`,
  open: async () => undefined,
  execute,
};
const probe: RunKind = {
  ...usual,
  kind: 'probe',
  title: 'Probe',
  findings: ({ detail }) => {
    const { shows } = detail as { shows?: string };
    return { path: ['Probe'], values: shows === undefined ? [] : [{ label: 'Shows', text: shows }] };
  },
  onDeleted: async (runIds) => void deleted.push(...runIds),
  partEnded: async (_client, part) => void endedParts.push(part),
  ending: async (_client, { runId, status }) => void ending.push(`${runId} ${status}`),
};

beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
});
afterAll(() => server.close());
beforeEach(async () => {
  publishing = async () => undefined;
  const jobs = { ...server.platform.jobs, handle: () => undefined };
  const events = {
    ...server.platform.events,
    publish: async (_event: unknown, end: unknown) => {
      published.push(end);
      await publishing();
    },
  };
  core = await createRunsCore(
    { ...server.platform, jobs, events },
    { RUNNER_CONCURRENCY: 4, RUNNER_LABELS: [], RETENTION_DAYS: 30 },
  );
  core.register(probe, { ...usual, kind: 'other', title: 'Other', link: null });
  runner = core.createRunner();
  await runner.start();
});
afterEach(() => runner.stop(0));

const viewer = () =>
  ({ ...server.admin, name: 'Ada', plan: 'PRO', teamIds: [], teamId: undefined, address: '' }) as never;
const page = { page: 0, size: 50 };

interface Order {
  kind?: string;
  name?: string;
  label?: unknown;
  parent?: { runId: string };
  runnerLabel?: string;
  origin?: { label: string | null; commit: string | null };
}
async function queue(projectId: string, fates: Fates, order: Order = {}): Promise<Run> {
  return core.runs.enqueue({
    organizationId: server.admin.organizationId,
    projectId,
    kind: 'probe',
    name: 'Basket',
    label: {},
    user: { userId: server.admin.userId, name: 'Ada' },
    ...order,
    plan: fates,
    steps: (async function* () {
      const suite = planned({ title: 'Suite', isContainer: true });
      yield suite;
      for (const title of Object.keys(fates))
        yield planned({ title, parentId: suite.stepId, sourceId: source, groupId: group });
    })(),
  });
}
async function run(projectId: string, fates: Fates, order?: Order): Promise<string> {
  const { runId } = await queue(projectId, fates, order);
  for await (const _ of core.runs.readEvents(runId, 0, AbortSignal.timeout(20_000)));
  return runId;
}
const waiting = { runnerLabel: 'nowhere' };
const statusOf = async (runId: string) => (await core.runs.get(server.admin.organizationId, runId)).status;
const refused = (code: string) => expect.objectContaining({ code });
const compare = (
  runId: string,
  query: { with?: string; steps?: 'all' | 'differing'; page?: number; size?: number } = {},
) => core.comparison.compare(viewer(), runId, { steps: 'differing', ...page, ...query });

test('a run is compared with the last passed one: broken, changed, added and removed steps, with values and pictures', async () => {
  const projectId = randomUUID();
  await run(projectId, { a: {} });
  const before = await run(projectId, { gone: {}, a: { picture: true, shows: '1' }, b: { shows: '1' }, c: {} });
  await run(projectId, { a: { status: 'failed' } });
  const after = await run(projectId, { a: { status: 'failed', shows: '2' }, b: { shows: '2' }, c: {}, new: {} });
  const comparison = await compare(after);
  expect([comparison.before.runId, comparison.after.runId]).toEqual([before, after]);
  expect(comparison.totals).toEqual({ broken: 1, fixed: 0, changed: 1, added: 1, removed: 1, same: 1 });
  expect(comparison.totalElements).toBe(4);
  expect(comparison.steps.map(({ change, before: was, after: is }) => [change, was?.title, is?.title])).toEqual([
    ['removed', 'gone', undefined],
    ['broken', 'a', 'a'],
    ['changed', 'b', 'b'],
    ['added', undefined, 'new'],
  ]);
  expect(comparison.steps[1]).toMatchObject({
    before: {
      path: ['Probe'],
      status: 'passed',
      values: [{ label: 'Shows', text: '1' }],
      pictures: [{ name: 'a.image/png', attachmentId: expect.any(String) }],
    },
    after: { status: 'failed', message: 'It failed.', values: [{ label: 'Shows', text: '2' }], pictures: [] },
  });
  expect(comparison.steps[1]?.before?.pictures).toHaveLength(1);
});

test('a comparison is paged, with differing or all steps', async () => {
  const projectId = randomUUID();
  const before = await run(projectId, { a: {}, b: {}, c: {} });
  const after = await run(projectId, { a: {}, b: { status: 'error' }, c: { status: 'failed' } });
  const titles = async (query: Parameters<typeof compare>[1]) => {
    const { steps, totalElements } = await compare(after, { with: before, ...query });
    return [totalElements, ...steps.map((step) => `${step.after?.title} ${step.change}`)];
  };
  expect(await titles({ steps: 'all' })).toEqual([3, 'a same', 'b broken', 'c broken']);
  expect(await titles({ steps: 'all', page: 1, size: 2 })).toEqual([3, 'c broken']);
  expect(await titles({ size: 1 })).toEqual([2, 'b broken']);
  expect(await titles({ page: 2, size: 1 })).toEqual([2]);
});

test('runs of a kind without findings are compared by status and message', async () => {
  const projectId = randomUUID();
  await run(projectId, { a: {}, b: { shows: '1' } }, { kind: 'other' });
  const after = await run(projectId, { a: { status: 'failed' }, b: { shows: '2' } }, { kind: 'other' });
  const { steps } = await compare(after);
  expect(steps).toMatchObject([{ change: 'broken', after: { path: [], values: [], pictures: [] } }]);
});

test('only ended runs of one kind can be compared, and only with an existing one', async () => {
  const projectId = randomUUID();
  const open = (await queue(projectId, { a: {} }, waiting)).runId;
  const failed = await run(projectId, { a: { status: 'failed' } });
  const other = await run(projectId, { a: {} }, { kind: 'other' });
  await expect(compare(open)).rejects.toEqual(refused('RUNS_NOT_FINISHED'));
  await expect(compare(failed, { with: open })).rejects.toEqual(refused('RUNS_NOT_FINISHED'));
  await expect(compare(failed)).rejects.toEqual(refused('RUNS_NO_EARLIER_RUN'));
  await expect(compare(failed, { with: other })).rejects.toEqual(refused('RUNS_OTHER_KIND'));
  await expect(compare(failed, { with: randomUUID() })).rejects.toEqual(refused('RUNS_NOT_FOUND'));
});

test('earlier runs of the same tests are listed newest first, whatever their status', async () => {
  const projectId = randomUUID();
  const [first, second] = [await run(projectId, { a: {} }), await run(projectId, { a: { status: 'failed' } })];
  const last = await run(projectId, { a: {} });
  const { runs } = await core.comparison.listEarlier(viewer(), last);
  expect(runs.map(({ runId, executionStatus }) => [runId, executionStatus])).toEqual([
    [second, 'Probe failed'],
    [first, 'Probe passed'],
  ]);
});

test('a report is mailed as a file, with the first failures in the mail', async () => {
  const projectId = randomUUID();
  const fates: Fates = Object.fromEntries(
    ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((title, at): [string, Fate] => [
      title,
      { status: at % 2 ? 'error' : 'failed' },
    ]),
  );
  const runId = await run(
    projectId,
    { ...fates, z: {} },
    { name: 'Two\r\nlines', origin: { label: 'main', commit: 'abc1234' } },
  );
  const { number } = await core.runs.get(server.admin.organizationId, runId);
  await core.runs.mailReport(viewer(), { runId, email: 'ben@example.com', type: 'html' });
  const [mail] = await server.platform.mailer.list(1, server.admin.organizationId);
  expect(mail).toMatchObject({ subject: `Test report: Two lines #${number} (Probe error)` });
  const text = mail?.textBody ?? '';
  expect(text).toContain('Probe error: 1 of 8 passed, 4 failed, 3 could not run.');
  expect(text).toContain('Label: main\nCommit: abc1234');
  expect([...text.matchAll(/^- (.*)\n {2}(.*)$/gm)].map(([, name, why]) => `${name}: ${why}`)).toEqual([
    'Suite / a: It failed.',
    'Suite / b: It error.',
    'Suite / c: It failed.',
    'Suite / d: It error.',
    'Suite / e: It failed.',
  ]);
  expect(text).toContain('and 2 more');
  expect(text).toContain(`${server.platform.config.publicUrl}/runs/${runId}\n`);
  expect(text).toContain(`Sent by ${server.admin.email} with Touchstone.`);
  expect(mail?.htmlBody).toContain(`/runs/${runId}?step=`);
  const { rows } = await server.platform.database.pool.query(`select f.name from platform.file f where f.owner = $1`, [
    `run:${runId}`,
  ]);
  expect(rows).toEqual([{ name: `report-${number}.html` }]);
  const audit = await server.platform.database.pool.query(
    `select detail from platform.audit where action = 'report.mailed' and target = $1`,
    [runId],
  );
  expect(audit.rows).toEqual([{ detail: { to: 'ben@example.com' } }]);
});

test('a run without a page is mailed without a link, and an unfinished run is not mailed', async () => {
  const projectId = randomUUID();
  const runId = await run(projectId, { a: { status: 'failed' } }, { kind: 'other' });
  await core.runs.mailReport(viewer(), { runId, email: 'ben@example.com', type: 'json' });
  const [mail] = await server.platform.mailer.list(1, server.admin.organizationId);
  expect(mail?.textBody).toContain('- Suite / a');
  expect(mail?.textBody).not.toContain('http');
  const open = (await queue(projectId, { a: {} }, waiting)).runId;
  const order = { runId: open, email: 'ben@example.com', type: 'html' } as const;
  await expect(core.runs.mailReport(viewer(), order)).rejects.toEqual(refused('RUNS_NOT_FINISHED'));
});

test('groups and sources are counted separately', async () => {
  const runId = await run(randomUUID(), { a: {}, b: { status: 'failed' }, c: { status: 'error' } });
  const counts = { total: 3, passed: 1, failed: 1, error: 1, skipped: 0, cancelled: 0, queued: 0, running: 0 };
  const groups = await core.runs.groupResults([
    { runId, groupId: group },
    { runId, groupId: 'none' },
  ]);
  expect([...groups]).toEqual([[`${runId} ${group}`, { status: 'error', counts }]]);
  expect(await core.runs.sourceResults(runId)).toMatchObject([
    { groupId: group, sourceId: source, name: 'c', averageMs: 1, counts },
  ]);
});

test('statistics of a workspace: days, totals, most frequent failures, states and run counts', async () => {
  const projectId = randomUUID();
  const { organizationId } = server.admin;
  const first = await run(projectId, { a: { status: 'failed' } });
  const second = await run(projectId, { a: {} });
  const scope = { organizationId, projectId, kinds: ['probe'] };
  expect(await core.runs.countByStatus(scope)).toEqual({
    total: 2,
    passed: 1,
    failed: 1,
    error: 0,
    skipped: 0,
    cancelled: 0,
    queued: 0,
    running: 0,
  });
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const range = { ...scope, from: day(-1), to: day(1) };
  const { statistics, metrics } = core.runs;
  const steps = { total: 2, passed: 1, failed: 1, error: 0 };
  expect(await statistics.totals(range)).toMatchObject({ runs: 2, passed: 1, failed: 1, steps });
  expect(await statistics.mostFailed(range, 5)).toMatchObject([{ sourceId: source, failed: 1, total: 2 }]);
  expect((await statistics.days(range)).reduce((sum, { total }) => sum + total, 0)).toBe(2);
  const across = { organizationId, kinds: ['probe'], projectIds: [projectId], from: day(-1), to: day(1) };
  expect(await metrics.totalsByKind(across)).toMatchObject([{ kind: 'probe', runs: 2, passed: 1, failed: 1 }]);
  expect((await metrics.days(across)).reduce((sum, { total }) => sum + total, 0)).toBe(2);
  expect(await metrics.waitTimes(across)).toMatchObject({ runs: 2 });
  expect((await metrics.recent(across, 1)).map(({ runId }) => runId)).toEqual([second]);
  const { userId } = server.admin;
  expect(await metrics.byUser(across)).toEqual([{ userId, name: 'Ada', runs: 2, passed: 1, failed: 1, error: 0 }]);
  expect(await metrics.byUser(across, { userIds: [randomUUID()] })).toEqual([]);
  expect([...(await core.runs.numbersOf(organizationId, [first, second, randomUUID()]))].sort()).toEqual(
    [
      [first, 1],
      [second, 2],
    ].sort(),
  );
  expect((await core.runs.listByIds(organizationId, [second, randomUUID()])).map(({ runId }) => runId)).toEqual([
    second,
  ]);
  expect(await core.runs.planOf(organizationId, second)).toEqual({ a: {} });
  await expect(core.runs.planOf(randomUUID(), second)).rejects.toEqual(refused('RUNS_NOT_FOUND'));
  expect(await core.runs.stateOf(organizationId, second)).toBeUndefined();
});

test('deleting a workspace deletes its runs, and ends parts of runs of other workspaces', async () => {
  const [gone, stays] = [randomUUID(), randomUUID()];
  const { organizationId } = server.admin;
  const around = (await queue(stays, { a: {} }, waiting)).runId;
  const part = (await queue(gone, { a: {} }, { ...waiting, parent: { runId: around } })).runId;
  const [open, ended] = [(await queue(gone, { a: {} }, waiting)).runId, await run(gone, { a: {} })];
  await core.runs.deleteProject(organizationId, gone);
  for (const runId of [open, ended]) await expect(statusOf(runId)).rejects.toEqual(refused('RUNS_NOT_FOUND'));
  expect(await core.runs.get(organizationId, part)).toMatchObject({
    status: 'cancelled',
    message: 'The workspace of this run was deleted.',
    counts: { cancelled: 1, queued: 0 },
  });
  expect(await statusOf(around)).toBe('queued');
});

test('moving a workspace to the trash stops its open runs, parts of other runs too, and nothing else', async () => {
  const [trashed, stays] = [randomUUID(), randomUUID()];
  const { organizationId } = server.admin;
  const around = (await queue(stays, { a: {} }, waiting)).runId;
  const part = (await queue(trashed, { a: {} }, { ...waiting, parent: { runId: around } })).runId;
  const [open, ended] = [(await queue(trashed, { a: {} }, waiting)).runId, await run(trashed, { a: {} })];
  await cancelProject(core.runs, { organizationId, projectId: trashed });
  expect(await Promise.all([open, part, ended, around].map(statusOf))).toEqual([
    'cancelled',
    'cancelled',
    'passed',
    'queued',
  ]);
  const gone = { list: core.runs.list, cancel: () => Promise.reject(new Error('The database is gone.')) };
  await expect(cancelProject(gone, { organizationId, projectId: stays })).rejects.toThrow('The database is gone.');
});

test('kinds are informed of deleted runs, each only of its own', async () => {
  const projectId = randomUUID();
  const [mine, other] = [await run(projectId, { a: {} }), await run(projectId, { a: {} }, { kind: 'other' })];
  deleted.length = 0;
  expect((await core.runs.delete(server.admin.organizationId, [mine, other])).sort()).toEqual([mine, other].sort());
  expect(deleted).toEqual([mine]);
});

test("a run's kind is informed when a part ends, and not of runs that aren't parts", async () => {
  const projectId = randomUUID();
  const around = (await queue(projectId, { a: {} }, waiting)).runId;
  endedParts.length = 0;
  await run(projectId, { a: {} });
  const part = await run(projectId, { a: { status: 'failed' } }, { parent: { runId: around } });
  expect(endedParts).toEqual([
    { runId: part, parentRunId: around, parentStepId: null, status: 'failed', message: null },
  ]);
});

test('a run of an unknown kind is not found, and its steps show their titles', async () => {
  const { organizationId } = server.admin;
  const runId = await run(randomUUID(), { a: {} });
  await server.platform.database.pool.query(`update runs.run set kind = 'gone' where id = $1`, [runId]);
  const left = await core.runs.get(organizationId, runId);
  const calls = [() => core.runs.open(viewer(), runId), () => core.runs.document(left), () => compare(runId)];
  for (const call of calls) await expect(call()).rejects.toEqual(refused('RUNS_NOT_FOUND'));
  expect(core.runs.present(left, { title: 'a' } as never)).toEqual({ title: 'a', subtitle: '', badges: [] });
  expect(core.runs.canRetry(left)).toBe(false);
  const open = (await queue(randomUUID(), { a: {} }, waiting)).runId;
  await server.platform.database.pool.query(`update runs.run set kind = 'gone' where id = $1`, [open]);
  await core.runs.cancel(organizationId, open);
  expect(await statusOf(open)).toBe('queued');
});

test('a report links to the page of its run; a part, which has no number, is named after its id', async () => {
  const { organizationId } = server.admin;
  const projectId = randomUUID();
  const around = await run(projectId, { a: {} });
  const shown = await core.runs.get(organizationId, around);
  const hidden = await core.runs.get(organizationId, await run(projectId, { a: {} }, { kind: 'other' }));
  const part = await core.runs.get(organizationId, await run(projectId, { a: {} }, { parent: { runId: around } }));
  expect((await core.runs.document(shown)).header.url).toBe(`${server.platform.config.publicUrl}/runs/${around}`);
  expect((await core.runs.document(hidden)).header).not.toHaveProperty('url');
  expect((await core.runs.report(part, 'json')).fileName).toBe(`Basket-${part.runId.slice(0, 8)}.json`);
});

test('the end of a run is published to other services, that of its parts is not', async () => {
  const projectId = randomUUID();
  const around = await run(projectId, { a: {} });
  published.length = 0;
  await run(projectId, { a: {} }, { parent: { runId: around } });
  const last = await run(projectId, { a: { status: 'failed' } });
  expect(published).toEqual([expect.objectContaining({ runId: last, projectId, status: 'failed', name: 'Basket' })]);
});

test('a run ends even if publishing fails, and its kind is informed in the same transaction', async () => {
  publishing = async () => {
    throw new Error('The queue is full.');
  };
  const runId = await run(randomUUID(), { a: {} });
  expect(await statusOf(runId)).toBe('passed');
  expect(ending.filter((line) => line.startsWith(runId))).toEqual([`${runId} passed`]);
});

const ofProject = { organizationId: 'o', projectId: 'p' };

/** This many open runs; those in `ended` end while the others are being stopped. */
function openRuns(count: number, ended: string[] = []) {
  const all = Array.from({ length: count }, (_, index) => `run ${index}`);
  const cancelled: string[] = [];
  const asked: object[] = [];
  const runs: Pick<Runs, 'list' | 'cancel'> = {
    async list(filter, { page, size }) {
      asked.push(filter);
      const content = all.slice(page * size, (page + 1) * size).map((runId) => ({ runId }));
      return { content, totalElements: count } as never;
    },
    async cancel(_organizationId, runId) {
      if (ended.includes(runId)) throw new AppError(runErrors.alreadyFinished);
      cancelled.push(runId);
    },
  };
  return { all, asked, cancelled, runs };
}

test.each([0, 1, 199, 200, 201, 401])('%i open runs of a project are all stopped, each once', async (count) => {
  const { all, asked, cancelled, runs } = openRuns(count);
  await cancelProject(runs, ofProject);
  expect(cancelled).toEqual(all);
  for (const filter of asked)
    expect(filter).toEqual({ ...ofProject, statuses: ['queued', 'running'], withParts: true });
});

test('the others are stopped even if one has ended in the meantime', async () => {
  const { cancelled, runs } = openRuns(3, ['run 1']);
  await cancelProject(runs, ofProject);
  expect(cancelled).toEqual(['run 0', 'run 2']);
});
