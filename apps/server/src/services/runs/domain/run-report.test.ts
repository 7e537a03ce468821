import { expect, test } from 'vitest';
import type { Run, StoredStep } from './run.ts';
import type { RunKind } from './run-kind.ts';
import { documentOf, plainStep, type ReportSource, reportHeader } from './run-report.ts';

const counts = { total: 9, queued: 0, running: 0, passed: 4, failed: 2, error: 1, skipped: 2, cancelled: 0 };
const run: Run = {
  runId: 'run',
  organizationId: 'organization',
  projectId: 'project',
  kind: 'demo',
  name: 'Nightly',
  number: 128,
  origin: { label: 'main', commit: '4f2c1d9a' },
  status: 'error',
  message: 'One was refused.',
  label: {},
  counts,
  createdBy: 'user',
  createdByName: 'Ada',
  createdAt: new Date('2026-03-01T08:00:00Z'),
  startedAt: new Date('2026-03-01T08:00:01Z'),
  finishedAt: new Date('2026-03-01T08:00:03Z'),
  durationMs: 2000,
  attempt: 1,
  retryNumber: 0,
  retryOf: null,
  parentRunId: null,
  parentStepId: null,
};
const step: StoredStep & { detail: unknown } = {
  runId: 'run',
  index: 3,
  stepId: 'step',
  kind: 'request',
  title: 'List orders',
  parentId: 'suite',
  groupId: null,
  sourceId: null,
  status: 'failed',
  message: 'Status: expected 200, got 500.',
  retryable: true,
  attempt: 1,
  durationMs: 12,
  startedAt: new Date('2026-03-01T08:00:02Z'),
  finishedAt: new Date('2026-03-01T08:00:02Z'),
  position: 3,
  repeatOf: null,
  summary: {},
  outcome: {},
  detail: {},
};
const kind: Pick<RunKind, 'executionStatus'> = {
  executionStatus: (status, { failed }) => `${status}, ${failed} failed`,
};
const source: ReportSource = {
  url: 'https://touchstone.test/run',
  async *steps() {
    yield step;
    yield { ...step, index: 4, stepId: 'other', parentId: null, startedAt: null };
  },
};

test('the header of a report names the run, who started it and how it ended', () => {
  expect(reportHeader(kind, run, source)).toEqual({
    header: {
      name: 'Nightly',
      number: 128,
      status: 'error',
      message: 'One was refused.',
      durationMs: 2000,
      executionStatus: 'error, 2 failed',
      startedAt: '2026-03-01T08:00:01.000Z',
      finishedAt: '2026-03-01T08:00:03.000Z',
      facts: [
        { label: 'By', text: 'Ada' },
        { label: 'Label', text: 'main' },
        { label: 'Commit', text: '4f2c1d9a' },
      ],
      url: 'https://touchstone.test/run',
    },
    counts: { total: 9, queued: 0, running: 0, passed: 4, failed: 2, errors: 1, skipped: 2, cancelled: 0 },
  });
});

test('a run that never started and has no page states neither time nor URL', () => {
  const { header } = reportHeader(kind, { ...run, startedAt: null, finishedAt: null }, { url: undefined });
  expect(header).toMatchObject({ startedAt: null, finishedAt: null });
  expect(header).not.toHaveProperty('url');
});

test('a step without a presentation shows its own title', () => {
  expect(plainStep({}, step)).toEqual({
    index: 3,
    title: 'List orders',
    subtitle: '',
    status: 'failed',
    message: 'Status: expected 200, got 500.',
    durationMs: 12,
    notes: [],
    blocks: [],
    label: '',
    outcome: '',
    group: { id: 'suite', title: '' },
    startedAt: '2026-03-01T08:00:02.000Z',
    record: {
      stepId: 'step',
      index: 3,
      kind: 'request',
      title: 'List orders',
      subtitle: '',
      badges: [],
      status: 'failed',
      message: 'Status: expected 200, got 500.',
      durationMs: 12,
    },
  });
});

test('a presented step is labelled with its first badge; the others are its outcome', () => {
  const present = ({ title }: StoredStep) => ({
    title: `${title}!`,
    subtitle: '/orders',
    badges: ['GET', '500', 'slow'],
  });
  expect(plainStep({ present }, step)).toMatchObject({
    title: 'List orders!',
    subtitle: '/orders',
    label: 'GET',
    outcome: '500 slow',
    record: { title: 'List orders!', subtitle: '/orders', badges: ['GET', '500', 'slow'] },
  });
});

test("without a report of its kind, a run's report lists its steps in order", async () => {
  const { header, sections } = await documentOf(kind as RunKind, run, source);
  expect(header.name).toBe('Nightly');
  expect(sections).toHaveLength(1);
  const [section] = sections;
  if (section?.type !== 'steps') throw new Error('The report has no steps.');
  expect(section.groups).toEqual([]);
  const shown = await Array.fromAsync(section.steps);
  expect(shown.map(({ index, group, startedAt }) => [index, group.id, startedAt])).toEqual([
    [3, 'suite', '2026-03-01T08:00:02.000Z'],
    [4, '', null],
  ]);
});

test('a kind with its own report is asked for it', async () => {
  const report = { ...reportHeader(kind, run, source), sections: [] };
  const asked: unknown[] = [];
  const own = {
    ...kind,
    report: (...given: unknown[]) => {
      asked.push(given);
      return report;
    },
  } as unknown as RunKind;
  expect(await documentOf(own, run, source)).toBe(report);
  expect(asked).toEqual([[run, source]]);
});
