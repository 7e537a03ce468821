import { AppError } from '@touchstone/kernel';
import { expect, test } from 'vitest';
import { runErrors } from '../errors.ts';
import { cancelProject } from './cancel-run.ts';
import type { Runs } from './runs.ts';

const scope = { organizationId: 'o', projectId: 'p' };

/** So many open runs; those that are named ended while the others were stopped. */
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

test.each([0, 1, 199, 200, 201, 401])('%i open runs of a project are all asked to stop, each once', async (count) => {
  const { all, asked, cancelled, runs } = openRuns(count);
  await cancelProject(runs, scope);
  expect(cancelled).toEqual(all);
  for (const filter of asked) expect(filter).toEqual({ ...scope, statuses: ['queued', 'running'], withParts: true });
});

test('one that ended meanwhile keeps none of the others from being stopped', async () => {
  const { cancelled, runs } = openRuns(3, ['run 1']);
  await cancelProject(runs, scope);
  expect(cancelled).toEqual(['run 0', 'run 2']);
});
