import { type DataFileChoice, dataFileChoiceSchema } from '@touchstone/contracts/workspaces';
import { z } from 'zod';
import type { Platform } from '../../../platform/platform.ts';
import type { Runs, RunViewer } from '../../runs/index.ts';
import type { DescribedTarget, ScheduleTargetKind, TargetScope } from '../../scheduler/index.ts';
import type { DataFiles } from '../../workspaces/index.ts';
import { functionalKind } from '../app/executions/plan-suites.ts';
import { suitesStore } from '../store/suites.store.ts';

const options = z.strictObject({
  parallel: z.number().int().min(1).max(100).optional().describe('Scripts at once; 1 unless told'),
  stopOnFailure: z.boolean().optional(),
  runPrerequisites: z.boolean().optional(),
  dataFile: dataFileChoiceSchema.optional().describe('The suite runs once for each row'),
});

/** createSuiteTargets finds suites for schedules. */
export function createSuiteTargets({ database }: Pick<Platform, 'database'>, dataFiles: DataFiles) {
  return {
    async list(
      { projectId }: TargetScope,
      searchTerm: string | undefined,
      page: { page: number; size: number },
    ): Promise<{ content: { id: string; title: string }[]; totalElements: number }> {
      const filter = { projectId, isChaining: false, ...(searchTerm && { searchTerm }) };
      const { rows, totalElements } = await suitesStore.list(database.sql, filter, page);
      return { content: rows.map(({ id, name }) => ({ id, title: name })), totalElements };
    },
    async describe(
      { organizationId, projectId }: TargetScope,
      ids: readonly string[],
    ): Promise<ReadonlyMap<string, DescribedTarget>> {
      const rows = await suitesStore.findMany(database.sql, organizationId, [...ids]);
      const inProject = rows.filter((row) => row.projectId === projectId);
      return new Map(
        inProject.map(({ id, name }) => [
          id,
          { title: name, link: `/api-testing/api-test-suite/${id}?project=${projectId}` },
        ]),
      );
    },
    /** Returns the problem of a job's data file; undefined if there is none. */
    async checkDataFile(
      caller: RunViewer,
      projectId: string,
      { dataFile }: { dataFile?: DataFileChoice | undefined },
    ): Promise<{ path: string; message: string } | undefined> {
      if (!dataFile || (await dataFiles.existing(caller, projectId, [dataFile.fileId])).has(dataFile.fileId))
        return undefined;
      return { path: 'dataFile', message: `The data file ${dataFile.fileName} is no longer there. Choose another.` };
    },
  };
}
/** SuiteTargets finds suites for schedules of every kind. */
export type SuiteTargets = ReturnType<typeof createSuiteTargets>;

/** createScheduleTarget lets jobs run suites. */
export function createScheduleTarget({ runs, suites }: { runs: Runs; suites: SuiteTargets }): ScheduleTargetKind {
  return {
    list: suites.list,
    describe: suites.describe,
    kind: 'api-suite',
    title: 'API suite',
    takesEnvironment: true,
    takesConfiguration: false,
    takesVariables: true,
    options,
    checkOptions: (caller, projectId, given) => suites.checkDataFile(caller, projectId, options.parse(given)),
    start(caller, { projectId, id, environmentId, options: given, variables: overrides }, runId) {
      const input = { projectId, suiteIds: [id], ...given, overrides, ...(environmentId && { environmentId }) };
      return runs.start(caller, functionalKind, input, undefined, { runId });
    },
  };
}
