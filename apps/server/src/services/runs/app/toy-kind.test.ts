import { randomBytes, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { reportFormats } from '@touchstone/contracts/runs';
import { AppError } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { runErrors } from '../errors.ts';
import { createRunsCore, type Run, type RunContext, type RunKind, type Runner, type Runs } from '../index.ts';
import { planned } from '../testing/demo-run.ts';

/** A single pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** No caller may see this project's runs. */
const secretProjectId = randomUUID();

let server: TestServer;
let runs: Runs;
let runner: Runner;
let picture: Buffer;
let kinds: { ping: string; pong: string };

let emit: (event: string) => void;
/** Called with the error of a file attached after the lease was lost. */
let attachLate: ((error: unknown) => void) | undefined;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
});
afterAll(() => server.close());
beforeEach(async () => {
  // Image parsers ignore trailing bytes; they make the content of each test unique.
  picture = Buffer.concat([png, randomBytes(8)]);
  emit = () => undefined;
  attachLate = undefined;
  kinds = { ping: `ping-${randomUUID()}`, pong: `pong-${randomUUID()}` };
  const handlers = { ...server.platform.jobs, handle: () => undefined };
  const core = await createRunsCore(
    { ...server.platform, jobs: handlers },
    { RUNNER_CONCURRENCY: 4, RUNNER_LABELS: [], RETENTION_DAYS: 90 },
  );
  runs = core.runs;
  core.register(...pingKinds());
  runner = core.createRunner();
  await runner.start();
});
afterEach(() => runner.stop(0));

const viewer = () =>
  ({ ...server.admin, name: 'Ada', plan: 'PRO', teamIds: [], teamId: undefined, address: '' }) as never;
const user = () => ({ userId: server.admin.userId, name: 'Ada' });

/**
 * A kind as another service would provide it: it pings hosts, stores a picture of each answer, and has each answered by
 * a part.
 */
function pingKinds(): RunKind[] {
  const ping: RunKind = {
    kind: kinds.ping,
    title: 'Ping',
    service: 'ping',
    executionStatus: (status) => `Ping ${status}`,
    async open(_caller, projectId) {
      if (projectId === secretProjectId) throw new AppError(runErrors.notFound);
    },
    link: ({ runId }) => `/ping/${runId}`,
    retry: (_run, choice) => choice,
    present: ({ title, summary, outcome }) => ({
      title,
      subtitle: (summary as { host: string }).host,
      badges: ['PING', ...(outcome ? [`ttl ${(outcome as { ttl: number }).ttl}`] : [])],
    }),
    execute: executePing,
    async report(run, { steps, url, files: kept }) {
      const files = (await kept?.list()) ?? [];
      const answer = await kept?.read(files[0]?.attachmentId ?? '');
      const { error: errors, ...counts } = run.counts;
      async function* pings() {
        for await (const step of steps()) {
          const { title, subtitle, badges } = runs.present(run, step);
          const { index, status, message, durationMs } = step;
          yield {
            index,
            title,
            subtitle,
            status,
            message,
            durationMs,
            label: badges[0] ?? '',
            outcome: badges[1] ?? '',
            notes: [],
            startedAt: null,
            group: { id: 'pings', title: 'Pings' },
            record: { title, status },
            blocks: [
              {
                type: 'image' as const,
                title: 'Answer',
                mediaType: 'image/png',
                base64: Buffer.from(answer ?? '').toString('base64'),
              },
            ],
          };
        }
      }
      return {
        header: {
          name: run.name,
          status: run.status,
          executionStatus: `Ping ${run.status}`,
          durationMs: run.durationMs,
          startedAt: null,
          finishedAt: null,
          facts: [],
          ...(url && { url }),
        },
        counts: { ...counts, errors },
        sections: [
          { type: 'files', title: 'Pictures of the answers', files: files.map((file) => ({ ...file })) },
          { type: 'steps', groups: [], steps: pings() },
        ],
      };
    },
  };
  const pong: RunKind = {
    kind: kinds.pong,
    title: 'Pong',
    service: 'ping',
    executionStatus: (status) => `Pong ${status}`,
    open: async () => {
      throw new Error('A part is opened by what it is a part of.');
    },
    async execute(context) {
      emit('pong');
      if ((context.plan as { hangs: boolean }).hangs)
        await new Promise((resolve) => context.signal.addEventListener('abort', resolve));
    },
  };
  return [ping, pong];
}

async function executePing(context: RunContext): Promise<void> {
  const { organizationId, projectId, runId } = context;
  const { hangs } = context.plan as { hangs: boolean };
  for await (const step of context.openSteps()) {
    context.started(step);
    await context.attach({ name: 'answer.png', mediaType: 'image/png', content: picture, stepId: step.stepId });
    await runs.enqueue({
      organizationId,
      projectId,
      kind: kinds.pong,
      name: `Pong of ${step.title}`,
      plan: { hangs },
      label: {},
      user: user(),
      steps: (async function* () {})(),
      parent: { runId, stepId: step.stepId },
    });
    if (attachLate && context.attempt === 1) {
      // Another runner takes the run.
      await server.platform.database.pool.query('update runs.run set attempt = attempt + 1 where id = $1', [runId]);
      const content = randomBytes(8);
      await context.attach({ name: 'late.png', mediaType: 'image/png', content }).catch(attachLate);
      return;
    }
    if (hangs) await new Promise((resolve) => context.signal.addEventListener('abort', resolve));
    if (context.signal.aborted) return;
    const status = step.title === 'down' ? 'failed' : 'passed';
    const message = status === 'failed' ? 'No answer.' : null;
    await context.finished({
      index: step.index,
      status,
      durationMs: 1,
      startedAt: new Date(),
      message,
      outcome: { ttl: 64 },
      detail: null,
    });
  }
}

async function start(options: { hangs?: boolean; isSecret?: boolean } = {}): Promise<Run> {
  const { hangs = false, isSecret = false } = options;
  return runs.enqueue({
    organizationId: server.admin.organizationId,
    projectId: isSecret ? secretProjectId : randomUUID(),
    kind: kinds.ping,
    name: 'Ping',
    user: user(),
    plan: { hangs },
    label: {},
    steps: (async function* () {
      for (const title of ['up', 'down']) yield planned({ kind: 'ping', title, summary: { host: `${title}.test` } });
    })(),
  });
}
async function events(runId: string) {
  return Array.fromAsync(runs.readEvents(runId, 0, AbortSignal.timeout(20_000)));
}
const parts = async ({ organizationId, projectId, runId }: Run) =>
  (await runs.list({ organizationId, projectId, parentRunId: runId }, { page: 0, size: 9 })).content;
const storedFiles = async () =>
  (await readdir(join(server.platform.config.dataDir, 'files'), { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile(),
  ).length;

test('a kind from outside is listed, followed live, shown and linked without changes to the core', async () => {
  const run = await start();
  const seen = await events(run.runId);
  expect(seen.at(-1)).toMatchObject({ executionStatus: 'Ping failed', counts: { passed: 1, failed: 1 } });
  const lines = seen.flatMap((event) => (event.type === 'steps' ? event.steps : []));
  expect(lines).toContainEqual(expect.objectContaining({ title: 'down', status: 'failed', message: 'No answer.' }));
  const { organizationId, projectId, runId } = run;
  const listed = await runs.list({ organizationId, projectId }, { page: 0, size: 9 });
  expect(listed.content.map((each) => each.runId)).toEqual([runId]);
  const { content } = await runs.listSteps({ runId }, { page: 0, size: 9 });
  expect(content.map((step) => runs.present(run, step))).toEqual([
    { title: 'up', subtitle: 'up.test', badges: ['PING', 'ttl 64'] },
    { title: 'down', subtitle: 'down.test', badges: ['PING', 'ttl 64'] },
  ]);
  expect(runs.linkOf(run)).toBe(`/ping/${runId}`);
});

test.each(reportFormats)('its report is available as %s', async (format) => {
  const run = await start();
  await events(run.runId);
  const { content, fileName, contentType } = await runs.report(await runs.get(run.organizationId, run.runId), format);
  const bytes = Buffer.concat(await Array.fromAsync(content, (piece) => Buffer.from(piece)));
  expect(fileName).toMatch(/^Ping-.*\.(html|xml|json|xlsx|pdf)$/);
  expect(contentType).toBeTruthy();
  const beginnings = { html: '<!doctype html>', junit: '<?xml', json: '{"run":', excel: 'PK', pdf: '%PDF-' };
  expect(bytes.toString('latin1').startsWith(beginnings[format])).toBe(true);
  if (format === 'excel' || format === 'pdf') return;
  expect(bytes.toString()).toContain('down');
  if (format !== 'html') return;
  for (const part of ['Pictures of the answers', 'answer.png', picture.toString('base64')])
    expect(bytes.toString()).toContain(part);
});

test('a picture is stored once, however often it is referenced, and deleted with the last run that references it', async () => {
  const before = await storedFiles();
  const [first, second] = [await start(), await start()];
  await events(first.runId);
  await events(second.runId);
  expect(await storedFiles()).toBe(before + 1);
  const { content: files } = await runs.listAttachments(viewer(), first.runId);
  expect(files).toHaveLength(2);
  expect(files[0]).toMatchObject({ name: 'answer.png', mediaType: 'image/png', sizeBytes: picture.length });
  expect(files[0]?.contentHash).toMatch(/^[0-9a-f]{64}$/);
  const opened = await runs.openAttachment(viewer(), first.runId, files[0]?.attachmentId ?? '');
  expect(await buffer(opened.stream)).toEqual(picture);
  await expect(runs.openAttachment(viewer(), second.runId, files[0]?.attachmentId ?? '')).rejects.toMatchObject({
    code: 'RUNS_ATTACHMENT_NOT_FOUND',
  });
  await runs.delete(first.organizationId, [first.runId]);
  expect(await storedFiles()).toBe(before + 1);
  await runs.delete(second.organizationId, [second.runId]);
  expect(await storedFiles()).toBe(before);
});

test('parts are listed under their run, opened, stopped and deleted with it', async () => {
  const reached = new Promise<void>((resolve) => {
    emit = () => resolve();
  });
  const run = await start({ hangs: true });
  await reached;
  const [part] = await parts(run);
  expect(part).toMatchObject({ name: 'Pong of up', parentRunId: run.runId, parentStepId: expect.any(String) });
  expect(await runs.open(viewer(), part?.runId ?? '')).toMatchObject({ runId: part?.runId });
  await runs.cancel(run.organizationId, run.runId);
  expect((await events(run.runId)).at(-1)).toMatchObject({ status: 'cancelled' });
  expect((await events(part?.runId ?? '')).at(-1)).toMatchObject({ status: 'cancelled' });
  await expect(
    runs.retry(run.organizationId, part?.runId ?? '', { onlyFailed: false, user: viewer() }),
  ).rejects.toMatchObject({ code: 'RUNS_CHILD_NOT_RETRYABLE' });
  await runs.delete(run.organizationId, [run.runId]);
  expect(await parts(run)).toEqual([]);
});

test("callers who can't see a run see neither its files nor its parts", async () => {
  const run = await start({ isSecret: true });
  await events(run.runId);
  const [part] = await parts(run);
  const refused = { code: 'RUNS_NOT_FOUND' };
  await expect(runs.listAttachments(viewer(), run.runId)).rejects.toMatchObject(refused);
  await expect(runs.open(viewer(), part?.runId ?? '')).rejects.toMatchObject(refused);
});

test('a retry takes the steps that did not pass, with their own attachments', async () => {
  const run = await start();
  await events(run.runId);
  const again = await runs.retry(run.organizationId, run.runId, { onlyFailed: true, user: viewer() });
  expect((await events(again.runId)).at(-1)).toMatchObject({ status: 'failed', counts: { total: 1 } });
  const {
    content: [file],
  } = await runs.listAttachments(viewer(), again.runId);
  const { content } = await runs.listSteps({ runId: again.runId }, { page: 0, size: 9 });
  expect(file?.stepId).toBe(content[0]?.stepId);
});

test('a worker that lost its lease stores no file', async () => {
  const lost = new Promise<unknown>((resolve) => {
    attachLate = resolve;
  });
  const before = await storedFiles();
  const run = await start({ hangs: true });
  expect(await lost).toMatchObject({ name: 'LeaseLost' });
  expect(await runs.listAttachments(viewer(), run.runId)).toMatchObject({ content: [{ name: 'answer.png' }] });
  // The picture of the run, and not the one that arrived too late.
  expect(await storedFiles()).toBe(before + 1);
});
