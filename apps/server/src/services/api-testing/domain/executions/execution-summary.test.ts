import { expect, test } from 'vitest';
import type { Run, StoredStep } from '../../../runs/index.ts';
import { functionalDocument, toExecutionSummary } from './execution-summary.ts';

const counts = { total: 3, queued: 0, running: 0, passed: 1, failed: 1, error: 1, skipped: 0, cancelled: 0 };
const suites = [{ suiteId: 's', suiteName: 'Orders', total: 3 }];
const run = (given: Partial<Run> = {}): Run => ({
  runId: 'run',
  organizationId: 'organization',
  projectId: 'project',
  kind: 'functional',
  name: 'Nightly',
  number: 7,
  origin: { label: 'main', commit: 'abc' },
  status: 'error',
  message: 'A request could not be sent.',
  label: { environmentName: 'Staging', suites },
  counts,
  createdBy: 'user',
  createdByName: 'Ada',
  createdAt: new Date('2026-03-01T10:00:00Z'),
  startedAt: new Date('2026-03-01T10:00:01Z'),
  finishedAt: new Date('2026-03-01T10:00:09Z'),
  durationMs: 8000,
  attempt: 5,
  retryNumber: 0,
  retryOf: null,
  parentRunId: null,
  parentStepId: null,
  ...given,
});

test("a run is summarized in the product's words", () => {
  const { error: errors, ...others } = counts;
  expect(toExecutionSummary(run())).toEqual({
    runId: 'run',
    executionStatus: 'Error in Run',
    status: 'error',
    message: 'A request could not be sent.',
    name: 'Nightly',
    number: 7,
    label: 'main',
    commit: 'abc',
    projectId: 'project',
    environmentName: 'Staging',
    startedBy: 'Ada',
    createdAt: '2026-03-01T10:00:00.000Z',
    startedAt: '2026-03-01T10:00:01.000Z',
    finishedAt: '2026-03-01T10:00:09.000Z',
    durationMs: 8000,
    attempt: 1,
    retryOf: null,
    suites,
    ...others,
    errors,
  });
});

test('a run that waits has no times yet', () => {
  const waiting = run({ status: 'queued', startedAt: null, finishedAt: null, durationMs: 0 });
  expect(toExecutionSummary(waiting)).toMatchObject({
    executionStatus: 'Run Initiated',
    startedAt: null,
    finishedAt: null,
  });
});

test('the second retry is the third attempt, and a data-driven run names its file', () => {
  const data = { fileName: 'users.csv', rows: 10 };
  const label = { environmentName: null, suites, data };
  expect(toExecutionSummary(run({ retryNumber: 2, retryOf: 'first', label }))).toMatchObject({
    attempt: 3,
    retryOf: 'first',
    environmentName: null,
    data,
  });
  expect(toExecutionSummary(run())).not.toHaveProperty('data');
});

const step = (index: number, title: string): StoredStep & { detail: unknown } => ({
  runId: 'run',
  index,
  stepId: title,
  kind: 'request',
  title,
  parentId: null,
  groupId: 's',
  sourceId: 'script',
  status: 'passed',
  message: null,
  retryable: true,
  attempt: 1,
  durationMs: 12,
  startedAt: null,
  finishedAt: null,
  position: index,
  repeatOf: null,
  summary: { suiteId: 's', suiteName: 'Orders', scriptId: 'script', method: 'GET', url: 'https://a.test/' },
  outcome: { statusCode: 200, attempt: 1 },
  detail: { startedAt: '2026-03-01T10:00:01.000Z' },
});

test('the report of a run has its facts, its suites and its steps in order', async () => {
  async function* steps() {
    yield step(0, 'List');
    yield step(1, 'Create');
  }
  const { header, counts: shown, sections } = functionalDocument(run(), { steps, url: 'https://touchstone.test/run' });
  expect(header).toMatchObject({
    name: 'Nightly',
    number: 7,
    status: 'error',
    executionStatus: 'Error in Run',
    startedAt: '2026-03-01T10:00:01.000Z',
    finishedAt: '2026-03-01T10:00:09.000Z',
    durationMs: 8000,
    url: 'https://touchstone.test/run',
  });
  expect(header.facts.map(({ text }) => text)).toEqual(['Ada', 'Staging', 'main', 'abc']);
  expect(shown).toMatchObject({ total: 3, passed: 1, failed: 1, errors: 1 });
  const [section] = sections;
  if (section?.type !== 'steps') throw new Error('The first section has no steps.');
  expect(section.groups).toEqual([{ id: 's', title: 'Orders', total: 3 }]);
  const found = await Array.fromAsync(section.steps);
  expect(found.map(({ title, startedAt }) => [title, startedAt])).toEqual([
    ['List', '2026-03-01T10:00:01.000Z'],
    ['Create', '2026-03-01T10:00:01.000Z'],
  ]);
});

test('a report without an address of its run has none', () => {
  const { header } = functionalDocument(run(), { steps: async function* () {}, url: undefined });
  expect(header).not.toHaveProperty('url');
});
