import type { ApiTesting } from '../../api-testing/index.ts';
import type { Runs } from '../../runs/index.ts';
import type { ScheduleTargetKind } from '../../scheduler/index.ts';
import { performanceKind } from '../domain/kinds.ts';
import { performanceOptionsSchema as options } from './performance-options.ts';

/** createScheduleTarget lets jobs run suites under load; the load, the thresholds and the rows are part of the job. */
export function createScheduleTarget({
  runs,
  suites,
}: {
  runs: Runs;
  suites: ApiTesting['suiteTargets'];
}): ScheduleTargetKind {
  return {
    list: suites.list,
    describe: suites.describe,
    kind: 'api-performance',
    title: 'Performance run',
    takesEnvironment: true,
    takesConfiguration: false,
    takesVariables: true,
    options,
    checkOptions: (caller, projectId, given) => suites.checkDataFile(caller, projectId, options.parse(given)),
    start(caller, { projectId, id, environmentId, options: given, variables: overrides }, runId) {
      const input = { projectId, suiteIds: [id], ...given, overrides, ...(environmentId && { environmentId }) };
      return runs.start(caller, performanceKind, input, undefined, { runId });
    },
  };
}
