import { runVariablesSchema } from '@touchstone/contracts/flows';
import { z } from 'zod';
import type { Platform } from '../../../platform/platform.ts';
import type { Runs } from '../../runs/index.ts';
import type { ScheduleTargetKind } from '../../scheduler/index.ts';
import type { RunPathOf } from '../app/runs/run-pages.ts';
import { flowRunKind } from '../domain/flow-run-plan.ts';
import { configurationsStore } from '../store/configurations.store.ts';
import { flowsStore } from '../store/flows.store.ts';

const options = z.strictObject({
  variables: runVariablesSchema.optional().describe('Before those of the run configuration'),
  parallel: z.number().int().min(1).max(100).optional().describe('Nodes at once; as the workflow says unless told'),
});

/** createScheduleTarget lets jobs run workflows, both of API testing and of test orchestration. */
export function createScheduleTarget({
  platform: { database },
  runs,
  pathOf,
}: {
  platform: Platform;
  runs: Runs;
  pathOf: RunPathOf;
}): ScheduleTargetKind {
  return {
    kind: 'workflow',
    title: 'Workflow',
    takesEnvironment: true,
    takesConfiguration: true,
    options,
    async list(scope, searchTerm, page) {
      const filter = { ...scope, ...(searchTerm && { searchTerm }) };
      const { content, totalElements } = await flowsStore.list(database.sql, filter, page);
      return { content: content.map(({ id, name }) => ({ id, title: name })), totalElements };
    },
    async describe({ organizationId, projectId }, ids) {
      const rows = await flowsStore.findMany(database.sql, organizationId, ids);
      const inProject = rows.filter((row) => row.projectId === projectId);
      const links = await Promise.all(inProject.map(({ id }) => pathOf({ organizationId, projectId, flowId: id })));
      return new Map(inProject.map(({ id, name }, index) => [id, { title: name, link: links[index] ?? null }]));
    },
    findConfigurations: (scope, ids) => configurationsStore.existing(database.sql, scope, ids),
    start(caller, { projectId, id, environmentId, configurationId, options: given }, runId) {
      const input = {
        projectId,
        flowId: id,
        ...given,
        ...(environmentId && { environmentId }),
        ...(configurationId && { configurationId }),
      };
      return runs.start(caller, flowRunKind, input, undefined, { runId });
    },
  };
}
