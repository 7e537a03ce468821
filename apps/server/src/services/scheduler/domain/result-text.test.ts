import { expect, test } from 'vitest';
import { type ReportedExecution, resultOf, subjectOf, textOf } from './result-text.ts';

const execution = (given: Partial<ReportedExecution> = {}): ReportedExecution => ({
  id: 'execution-1',
  jobId: 'job-1',
  projectId: 'project-1',
  title: 'Nightly checks',
  dueAt: new Date('2026-03-01T02:30:00Z'),
  startedAt: new Date('2026-03-01T02:30:01Z'),
  finishedAt: new Date('2026-03-01T02:30:03Z'),
  status: 'FAILED',
  message: null,
  missed: 0,
  attempt: 1,
  runs: [{ attempt: 1, runId: 'run-1', status: 'failed' }],
  ...given,
});
const twice = [1, 2].map((attempt) => ({ attempt, runId: `run-${attempt}`, status: 'failed' as const }));

test('the subject names the result and the test', () => {
  expect(subjectOf(execution())).toBe('Failed: Nightly checks');
  expect(subjectOf(execution({ status: 'REFUSED' }))).toBe('Not started: Nightly checks');
});

test.each<[string, Partial<ReportedExecution>, string]>([
  ['a result', {}, 'ended: failed. Due at 2026-03-01 02:30 UTC, took 2 s.'],
  ['one that did not start', { startedAt: null }, 'Due at 2026-03-01 02:30 UTC.'],
  ['one that has not ended', { finishedAt: null }, 'Due at 2026-03-01 02:30 UTC.'],
  ['a reason', { message: 'The test was deleted.' }, 'ended: failed. The test was deleted. Due at'],
  ['attempts', { runs: twice }, 'took 2 s. It took 2 attempts.'],
  ['one missed time', { missed: 1 }, 'took 2 s. It stands for one missed time.'],
  ['missed times', { missed: 3 }, 'took 2 s. It stands for 3 missed times.'],
])('the text tells %s', (_, given, text) => {
  expect(textOf(execution(given))).toContain(text);
});

test('a plain result is reported without empty sentences', () => {
  expect(textOf(execution())).toBe(
    'The scheduled test “Nightly checks” ended: failed. Due at 2026-03-01 02:30 UTC, took 2 s.',
  );
});

test('a webhook gets the times, the duration and the last run', () => {
  expect(resultOf(execution({ runs: twice }), 'https://here.test/run')).toEqual({
    event: 'scheduled-test.finished',
    executionId: 'execution-1',
    jobId: 'job-1',
    projectId: 'project-1',
    title: 'Nightly checks',
    status: 'FAILED',
    message: null,
    dueAt: '2026-03-01T02:30:00.000Z',
    startedAt: '2026-03-01T02:30:01.000Z',
    finishedAt: '2026-03-01T02:30:03.000Z',
    durationMs: 2000,
    missed: 0,
    attempt: 1,
    runId: 'run-2',
    link: 'https://here.test/run',
  });
  expect(resultOf(execution({ startedAt: null, finishedAt: null, runs: [] }), null)).toMatchObject({
    startedAt: null,
    finishedAt: null,
    durationMs: null,
    runId: null,
    link: null,
  });
});
