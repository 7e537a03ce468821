import { AppError } from '@touchstone/kernel';
import { containerStatus } from '../domain/run.ts';
import { runErrors } from '../errors.ts';
import { stepsStore } from '../store/steps.store.ts';
import type { RunNeeds } from './create-runs.ts';
import type { Runs } from './runs.ts';

const stepsPerPage = 200;

/** createSteps reads the steps of runs. */
export function createSteps({
  platform,
}: Pick<RunNeeds, 'platform'>): Pick<Runs, 'listSteps' | 'getStep' | 'getSteps' | 'readSteps' | 'listBySource'> {
  const { sql } = platform.database;
  return {
    async listSteps(filter, page) {
      const found = await stepsStore.list(sql, filter, page);
      const containers = found.content.filter(({ index }) => index < 0).map(({ stepId }) => stepId);
      const held = await stepsStore.countContained(sql, filter.runId, containers);
      const byId = new Map(held.map((each) => [each.stepId, each]));
      const content = found.content.map((step) => {
        const own = byId.get(step.stepId);
        return own ? { ...step, status: containerStatus(own.counts), durationMs: own.durationMs } : step;
      });
      return { ...found, content };
    },
    async getStep(runId, stepId) {
      const step = await stepsStore.find(sql, runId, stepId);
      if (!step) throw new AppError(runErrors.stepNotFound);
      return step;
    },
    getSteps: (runId, stepIds) => stepsStore.findDetails(sql, runId, stepIds),
    async *readSteps(runId) {
      for (let after = -1; ; ) {
        const page = await stepsStore.listDetails(sql, runId, after, stepsPerPage);
        yield* page;
        const last = page.at(-1);
        if (!last || page.length < stepsPerPage) return;
        after = last.position;
      }
    },
    listBySource: (organizationId, sourceId, page) => stepsStore.listBySource(sql, organizationId, sourceId, page),
  };
}
