import type { Configuration } from '@touchstone/contracts/flows';
import { AppError, newId } from '@touchstone/kernel';
import { assertRoom } from '../../../platform/database/assert-room.ts';
import { isUniqueViolation } from '../../../platform/database/conditions.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { RunNeed, RunViewer } from '../../runs/index.ts';
import type { Environments, Workspaces } from '../../workspaces/index.ts';
import { flowErrors } from '../errors.ts';
import { type ConfigurationRow, configurationsStore } from '../store/configurations.store.ts';

type Input = Pick<Configuration, 'name' | 'environmentId' | 'variables' | 'parallel'>;
const maxConfigurations = 200;

/** assertConfigurationRoom throws if `added` further run configurations exceed the limit of a workspace. */
export const assertConfigurationRoom = (
  sql: Sql,
  scope: { organizationId: string; projectId: string },
  added: number,
): Promise<void> =>
  assertRoom(
    sql,
    {
      place: `run configurations of workflows in ${scope.projectId}`,
      most: maxConfigurations,
      full: flowErrors.tooManyConfigurations,
    },
    () => configurationsStore.count(sql, scope),
    added,
  );

/** Turns a unique violation into the "name taken" error. */
export const configurationNamed = async (name: string, work: Promise<void>): Promise<void> =>
  work.catch((error: unknown) => {
    if (isUniqueViolation(error, 'configuration_name'))
      throw new AppError(flowErrors.configurationTaken, { params: { name } });
    throw error;
  });

/**
 * createConfigurations manages the run configurations of a workspace: environment, parallelism and variables of runs.
 */
export function createConfigurations({
  platform,
  workspaces,
  environments,
}: {
  platform: Platform;
  workspaces: Workspaces;
  environments: Environments;
}) {
  const { sql } = platform.database;

  const open = async (caller: RunViewer, id: string, need: RunNeed): Promise<ConfigurationRow> => {
    const row = await configurationsStore.find(sql, caller.organizationId, id);
    if (!row) throw new AppError(flowErrors.configurationNotFound);
    await workspaces.open(caller, row.projectId, need);
    return row;
  };
  const scopeOf = (caller: RunViewer, projectId: string) => ({ organizationId: caller.organizationId, projectId });
  const by = ({ userId, name }: RunViewer) => ({ updatedBy: userId, updatedByName: name });

  return {
    async list(caller: RunViewer, projectId: string): Promise<Configuration[]> {
      await workspaces.open(caller, projectId, 'view');
      return (await configurationsStore.list(sql, scopeOf(caller, projectId))).map(toConfiguration);
    },
    async create(caller: RunViewer, { projectId, ...input }: Input & { projectId: string }): Promise<Configuration> {
      await workspaces.open(caller, projectId, 'edit');
      const scope = scopeOf(caller, projectId);
      if (input.environmentId) await environments.assertExists(scope, input.environmentId);
      const id = newId();
      const made = platform.database.transaction(async (tx) => {
        await assertConfigurationRoom(tx, scope, 1);
        await configurationsStore.insert(tx, { id, ...scope, ...input, ...by(caller) });
      });
      await configurationNamed(input.name, made);
      return toConfiguration(await open(caller, id, 'view'));
    },
    async update(caller: RunViewer, id: string, input: Input): Promise<Configuration> {
      const row = await open(caller, id, 'edit');
      if (input.environmentId) await environments.assertExists(row, input.environmentId);
      await configurationNamed(input.name, configurationsStore.update(sql, id, { ...input, ...by(caller) }));
      return toConfiguration(await open(caller, id, 'view'));
    },
    async delete(caller: RunViewer, id: string): Promise<void> {
      await open(caller, id, 'edit');
      await configurationsStore.delete(sql, id);
    },
    /** The configuration selected for a run of a workspace; throws if it belongs to another one. */
    async ofRun(caller: RunViewer, projectId: string, id: string): Promise<Configuration> {
      const row = await open(caller, id, 'view');
      if (row.projectId !== projectId) throw new AppError(flowErrors.configurationNotFound);
      return toConfiguration(row);
    },
  };
}
/** Configurations manages run configurations. */
export type Configurations = ReturnType<typeof createConfigurations>;

const toConfiguration = ({ id, projectId, name, environmentId, variables, parallel, ...row }: ConfigurationRow) => ({
  configurationId: id,
  projectId,
  name,
  environmentId,
  variables,
  parallel,
  updatedAt: row.updatedAt.toISOString(),
  updatedByName: row.updatedByName,
});
