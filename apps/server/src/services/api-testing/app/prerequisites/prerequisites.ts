import type { Prerequisite } from '@touchstone/contracts/api-testing';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import type { Run, Runs } from '../../../runs/index.ts';
import type {
  Actor,
  Certificates,
  Databases,
  EnvironmentDeleted,
  Environments,
  Variables,
  Workspaces,
} from '../../../workspaces/index.ts';
import { apiTestingErrors } from '../../errors.ts';
import { prerequisitesStore } from '../../store/prerequisites.store.ts';
import type { AssertWithinLimit } from '../executions/execution-limit.ts';
import { createPlanPrerequisites } from './plan-prerequisites.ts';
import { toPrerequisite } from './to-prerequisite.ts';
import { createWritePrerequisites } from './write-prerequisites.ts';

export const prerequisitesKind = 'api-prerequisites';

/** Dependencies of the prerequisite use cases. */
export interface PrerequisiteNeeds {
  platform: Platform;
  runs: Runs;
  workspaces: Workspaces;
  environments: Environments;
  variables: Variables;
  databases: Databases;
  certificates: Certificates;
  assertWithinLimit: AssertWithinLimit;
}

/** Manages the steps that set variables before a run; plans them, and runs them on their own. */
export function createPrerequisites(needs: PrerequisiteNeeds) {
  const { runs, workspaces } = needs;
  const { sql } = needs.platform.database;

  return {
    async list(actor: Actor, projectId: string): Promise<Prerequisite[]> {
      await workspaces.open(actor, projectId, 'view');
      return (await prerequisitesStore.list(sql, projectId)).map(toPrerequisite);
    },
    ...createWritePrerequisites(needs),
    /** Names of the prerequisites that query a database. */
    namesAsking: (databaseId: string): Promise<string[]> => prerequisitesStore.namesAsking(sql, databaseId),
    /** Prerequisites that stored their values in a deleted environment now keep them for the run only. */
    leaveEnvironment: ({ projectId, environmentId }: EnvironmentDeleted): Promise<void> =>
      prerequisitesStore.withoutEnvironment(sql, projectId, environmentId),
    ...createPlanPrerequisites(needs),
    /** Resumes a run of prerequisites at the failed one, with current definitions and the values so far. */
    async retry(actor: Actor, runId: string): Promise<Run> {
      const run = await runs.get(actor.organizationId, runId);
      await workspaces.open(actor, run.projectId, 'edit');
      if (run.kind !== prerequisitesKind) throw new AppError(apiTestingErrors.noPrerequisiteRun);
      return runs.retry(actor.organizationId, runId, { onlyFailed: true, user: actor });
    },
  };
}
export type Prerequisites = ReturnType<typeof createPrerequisites>;
