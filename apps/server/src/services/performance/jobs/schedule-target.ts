import { performanceConfigurationSchema } from '@touchstone/contracts/api-testing';
import { z } from 'zod';
import type { ApiTesting } from '../../api-testing/index.ts';
import type { Runs } from '../../runs/index.ts';
import type { ScheduleTargetKind } from '../../scheduler/index.ts';
import { performanceKind } from '../domain/kinds.ts';

const options = z.strictObject({ performance: performanceConfigurationSchema });

/** createScheduleTarget lets jobs run suites under load; the load and the thresholds lie in the job. */
export function createScheduleTarget({
  runs,
  suites,
}: {
  runs: Runs;
  suites: ApiTesting['suiteTargets'];
}): ScheduleTargetKind {
  return {
    ...suites,
    kind: 'api-performance',
    title: 'Performance run',
    takesEnvironment: true,
    takesConfiguration: false,
    options,
    start(caller, { projectId, id, environmentId, options: given }, runId) {
      const input = { projectId, suiteIds: [id], ...given, ...(environmentId && { environmentId }) };
      return runs.start(caller, performanceKind, input, undefined, { runId });
    },
  };
}
