import {
  type RunConfiguration,
  type RunSettings,
  type RunTarget,
  usualRunSettings,
} from '@touchstone/contracts/test-repository';
import { AppError, newId } from '@touchstone/kernel';
import { assertRoom } from '../../../platform/database/assert-room.ts';
import { isUniqueViolation } from '../../../platform/database/conditions.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Actor, Environments, Workspaces } from '../../workspaces/index.ts';
import { repositoryErrors } from '../errors.ts';
import { type RunConfigurationRow, runConfigurationsStore } from '../store/run-configurations.store.ts';
import type { Open } from './open.ts';

const maxConfigurations = 100;

interface Input extends RunSettings {
  name: string;
  environmentUUID: string | null;
}

/** CheckTargets throws if the service can't run scripts in one of the targets. */
export type CheckTargets = (targets: readonly RunTarget[]) => Promise<unknown>;

interface Needs {
  platform: Platform;
  workspaces: Pick<Workspaces, 'hold'>;
  environments: Pick<Environments, 'assertExists'>;
  open: Open;
  checkTargets: CheckTargets;
}

/** createRunConfigurations manages where and how the scripts of projects are run. */
export function createRunConfigurations({ platform, workspaces, environments, open, checkTargets }: Needs) {
  const { database } = platform;
  const { sql } = database;

  /** Returns the columns of an input; throws if it references something that doesn't exist. */
  const stored = async (
    caller: Actor,
    projectId: string,
    {
      name,
      environmentUUID: environmentId,
      targets,
      timeoutMs,
      retries,
      parallel,
      evidence,
      infrastructure,
      recording,
      healing,
    }: Input,
  ) => {
    const { organizationId } = caller;
    if (environmentId !== null) await environments.assertExists({ organizationId, projectId }, environmentId);
    await checkTargets(targets);
    const ofSteps = { timeoutMs, retries, evidence, recording, healing };
    const settings: RunSettings = { targets, parallel, infrastructure, ...ofSteps };
    return { name, environmentId, settings, updatedByName: caller.name };
  };

  return {
    async list(caller: Actor, projectId: string): Promise<RunConfiguration[]> {
      await open.project(caller, projectId, 'view');
      const { organizationId } = caller;
      return (await runConfigurationsStore.list(sql, { organizationId, projectId })).map(toConfiguration);
    },
    async create(
      caller: Actor,
      { projectUUID: projectId, ...input }: Input & { projectUUID: string },
    ): Promise<RunConfiguration> {
      await open.project(caller, projectId, 'edit');
      const values = await stored(caller, projectId, input);
      const { organizationId } = caller;
      const row = await named(
        input.name,
        database.transaction(async (db) => {
          await workspaces.hold(db, projectId);
          await assertRoom(
            db,
            {
              place: `run configurations of ${projectId}`,
              most: maxConfigurations,
              full: repositoryErrors.tooManyRunConfigurations,
            },
            () => runConfigurationsStore.count(db, projectId),
          );
          return runConfigurationsStore.insert(db, { id: newId(), organizationId, projectId, ...values });
        }),
      );
      await audit(platform, caller, 'created', row);
      return toConfiguration(row);
    },
    async update(caller: Actor, { uuid, ...input }: Input & { uuid: string }): Promise<RunConfiguration> {
      const { projectId } = await open.runConfiguration(caller, uuid, 'edit');
      const values = await stored(caller, projectId, input);
      const row = await named(input.name, runConfigurationsStore.update(sql, uuid, values));
      if (!row) throw new AppError(repositoryErrors.runConfigurationNotFound);
      await audit(platform, caller, 'changed', row);
      return toConfiguration(row);
    },
    async delete(caller: Actor, uuid: string): Promise<void> {
      const row = await open.runConfiguration(caller, uuid, 'edit');
      await runConfigurationsStore.delete(sql, uuid);
      await audit(platform, caller, 'deleted', row);
    },
    /** A project's configuration, for a run; throws if it was deleted. */
    async readForRun(
      caller: Actor,
      projectId: string,
      id: string,
    ): Promise<Pick<RunConfigurationRow, 'environmentId' | 'settings'>> {
      const row = await runConfigurationsStore.find(sql, caller.organizationId, id);
      if (row?.projectId !== projectId) throw new AppError(repositoryErrors.runConfigurationGone);
      await open.project(caller, projectId, 'view');
      return { ...row, settings: settingsOf(row) };
    },
    /** Of the ids, the ones that exist in a project. */
    async find(
      scope: { organizationId: string; projectId: string },
      ids: readonly string[],
    ): Promise<ReadonlySet<string>> {
      return new Set((await runConfigurationsStore.list(sql, scope, ids)).map(({ id }) => id));
    },
  };
}
/** RunConfigurations manages where and how scripts are run. */
export type RunConfigurations = ReturnType<typeof createRunConfigurations>;

const audit = (platform: Platform, caller: Actor, what: string, { id, name }: RunConfigurationRow): Promise<void> =>
  platform.audit(caller, { action: `run-configuration.${what}`, target: id, detail: { name } });

/** Settings that are newer than a configuration have their defaults. */
const settingsOf = ({ settings }: RunConfigurationRow): RunSettings => ({ ...usualRunSettings, ...settings });

const toConfiguration = (row: RunConfigurationRow): RunConfiguration => ({
  uuid: row.id,
  projectUUID: row.projectId,
  name: row.name,
  environmentUUID: row.environmentId,
  ...settingsOf(row),
  updatedBy: row.updatedByName,
  updatedAt: row.updatedAt.toISOString(),
});

const named = <T>(name: string, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (isUniqueViolation(error, 'run_configuration_name'))
      throw new AppError(repositoryErrors.runConfigurationNameTaken, { params: { name } });
    throw error;
  });
