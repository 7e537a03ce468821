import type { Prerequisite, PrerequisiteInput } from '@touchstone/contracts/api-testing';
import { AppError, newId } from '@touchstone/kernel';
import { isUniqueViolation } from '../../../../platform/database/conditions.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { PlannedRun, PlannedStep, Run, Runs } from '../../../runs/index.ts';
import type {
  Actor,
  Certificates,
  Databases,
  EnvironmentDeleted,
  Environments,
  Variables,
  Workspaces,
} from '../../../workspaces/index.ts';
import {
  type FunctionalLabel,
  type FunctionalPlan,
  usesDynamicNames,
} from '../../domain/executions/functional-plan.ts';
import type { PlannedPrerequisite } from '../../domain/prerequisites/prerequisite.ts';
import { type PrerequisiteSummary, stepKinds } from '../../domain/stored-step.ts';
import { apiTestingErrors } from '../../errors.ts';
import { type PrerequisiteRow, prerequisitesStore } from '../../store/prerequisites.store.ts';
import { scriptsStore } from '../../store/scripts.store.ts';
import type { AssertWithinLimit } from '../executions/execution-limit.ts';

export const prerequisitesKind = 'api-prerequisites';
const maxPrerequisites = 200;

type Fields = Omit<PrerequisiteInput, 'projectId'>;
type Change = { prerequisiteId: string } & { [Field in keyof Fields]?: Fields[Field] | undefined };

/** Prerequisites keeps the steps that fill variables before a run, plans them and starts them on their own. */
export function createPrerequisites({
  platform,
  runs,
  workspaces,
  environments,
  variables,
  databases,
  certificates,
  assertWithinLimit,
}: {
  platform: Platform;
  runs: Runs;
  workspaces: Workspaces;
  environments: Environments;
  variables: Variables;
  databases: Databases;
  certificates: Certificates;
  assertWithinLimit: AssertWithinLimit;
}) {
  const { sql } = platform.database;

  const toPrerequisite = (row: PrerequisiteRow): Prerequisite => ({
    prerequisiteId: row.id,
    projectId: row.projectId,
    name: row.name,
    order: row.position,
    action: row.action,
    enabled: row.enabled,
    targetEnvironmentId: row.targetEnvironmentId,
    isSecret: row.isSecret,
    timeoutMs: row.timeoutMs,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  });
  const open = async (actor: Actor, id: string): Promise<PrerequisiteRow> => {
    const row = await prerequisitesStore.find(sql, actor.organizationId, id);
    if (!row) throw new AppError(apiTestingErrors.prerequisiteNotFound);
    await workspaces.open(actor, row.projectId, 'edit');
    return row;
  };
  /** What a prerequisite names must lie in its workspace. */
  const assertReferences = async (
    actor: Actor,
    projectId: string,
    { action, targetEnvironmentId }: Partial<Fields>,
  ) => {
    const { organizationId } = actor;
    if (action?.kind === 'script') {
      const [script] = await scriptsStore.findMany(sql, organizationId, [action.scriptId]);
      if (script?.projectId !== projectId) throw new AppError(apiTestingErrors.scriptNotFound);
    }
    if (action?.kind === 'database')
      await databases.assertThere({ organizationId, projectId }, action.databaseConfigurationId);
    if (targetEnvironmentId) await environments.assertThere({ organizationId, projectId }, targetEnvironmentId);
  };
  const taken = (error: unknown): never => {
    if (isUniqueViolation(error, 'prerequisite_name')) throw new AppError(apiTestingErrors.prerequisiteNameTaken);
    throw error;
  };
  const withDatabase = (action: Fields['action']) => ({
    action,
    databaseConfigurationId: action.kind === 'database' ? action.databaseConfigurationId : null,
  });
  /** Those that are named, else the enabled ones, in their order. */
  const choose = async (projectId: string, ids?: string[]): Promise<PrerequisiteRow[]> => {
    const rows = await prerequisitesStore.list(sql, projectId);
    if (!ids) return rows.filter((row) => row.enabled);
    const chosen = rows.filter((row) => ids.includes(row.id));
    if (chosen.length < new Set(ids).size) throw new AppError(apiTestingErrors.prerequisiteNotFound);
    return chosen;
  };

  return {
    async list(actor: Actor, projectId: string): Promise<Prerequisite[]> {
      await workspaces.open(actor, projectId, 'view');
      return (await prerequisitesStore.list(sql, projectId)).map(toPrerequisite);
    },
    async create(actor: Actor, { projectId, ...fields }: PrerequisiteInput): Promise<Prerequisite> {
      await workspaces.open(actor, projectId, 'edit');
      await assertReferences(actor, projectId, fields);
      if ((await prerequisitesStore.list(sql, projectId)).length >= maxPrerequisites)
        throw new AppError(apiTestingErrors.tooManyPrerequisites);
      const id = newId();
      const { organizationId } = actor;
      const values = { id, organizationId, projectId, ...fields, ...withDatabase(fields.action) };
      await platform.database
        .transaction(async (sql) => {
          await workspaces.hold(sql, projectId);
          await prerequisitesStore.insert(sql, values);
        })
        .catch(taken);
      await platform.audit(actor, { action: 'prerequisite.created', target: id, detail: { name: fields.name } });
      return toPrerequisite(await open(actor, id));
    },
    async update(actor: Actor, { prerequisiteId, ...fields }: Change): Promise<Prerequisite> {
      const row = await open(actor, prerequisiteId);
      const given = Object.fromEntries(
        Object.entries(fields).filter(([, value]) => value !== undefined),
      ) as Partial<Fields>;
      await assertReferences(actor, row.projectId, given);
      await prerequisitesStore
        .update(sql, prerequisiteId, { ...given, ...(given.action && withDatabase(given.action)) })
        .catch(taken);
      await platform.audit(actor, { action: 'prerequisite.changed', target: prerequisiteId });
      return toPrerequisite(await open(actor, prerequisiteId));
    },
    async delete(actor: Actor, prerequisiteId: string): Promise<void> {
      const row = await open(actor, prerequisiteId);
      await prerequisitesStore.delete(sql, prerequisiteId);
      await platform.audit(actor, {
        action: 'prerequisite.deleted',
        target: prerequisiteId,
        detail: { name: row.name },
      });
    },
    async reorder(actor: Actor, projectId: string, ids: string[]): Promise<Prerequisite[]> {
      await workspaces.open(actor, projectId, 'edit');
      const rows = await prerequisitesStore.list(sql, projectId);
      const known = new Set(rows.map((row) => row.id));
      if (ids.length !== known.size || new Set(ids).size !== known.size || ids.some((id) => !known.has(id)))
        throw new AppError(apiTestingErrors.prerequisiteOrder);
      await prerequisitesStore.reorder(sql, projectId, ids);
      return (await prerequisitesStore.list(sql, projectId)).map(toPrerequisite);
    },

    /** Names of the prerequisites that ask a database. */
    namesAsking: (databaseId: string): Promise<string[]> => prerequisitesStore.namesAsking(sql, databaseId),
    /** Lets those that kept their values in a deleted environment keep them for the run alone. */
    leaveEnvironment: ({ projectId, environmentId }: EnvironmentDeleted): Promise<void> =>
      prerequisitesStore.withoutEnvironment(sql, projectId, environmentId),

    /** Steps of the chosen prerequisites, to be run before all others. What they do is read when they run. */
    async plan(projectId: string, ids?: string[]): Promise<{ steps: PlannedStep[]; dynamicNames: boolean }> {
      const rows = await choose(projectId, ids);
      const steps = rows.map(({ id, name, action }): PlannedStep => {
        const plan: PlannedPrerequisite = { prerequisiteId: id };
        const scriptId = action.kind === 'script' ? action.scriptId : null;
        const summary: PrerequisiteSummary = { action: action.kind, scriptId };
        return {
          stepId: newId(),
          kind: stepKinds.prerequisite,
          title: name,
          groupId: null,
          sourceId: null,
          plan,
          summary,
        };
      });
      // A script may come to use dynamic names until it runs.
      const dynamicNames = rows.some(
        ({ action }) => action.kind === 'script' || usesDynamicNames(JSON.stringify(action)),
      );
      return { steps, dynamicNames };
    },
    /** A run of prerequisites alone. */
    async planRun(
      actor: Actor,
      input: { projectId: string; environmentId?: string | undefined; prerequisiteIds?: string[] | undefined },
    ): Promise<PlannedRun> {
      const { projectId } = input;
      await assertWithinLimit(actor);
      const { steps, dynamicNames } = await this.plan(projectId, input.prerequisiteIds);
      if (steps.length === 0) throw new AppError(apiTestingErrors.noPrerequisites);
      const { scopes, environmentName } = await variables.plan(actor, projectId, input.environmentId);
      const plan: FunctionalPlan = {
        scopes,
        parallel: 1,
        stopOnFailure: true,
        dynamicNames,
        certificates: await certificates.plan(projectId),
      };
      const label: FunctionalLabel = { environmentName, suites: [] };
      return { name: 'Prerequisites', plan, label, steps: stream(steps) };
    },
    /** Goes on with a run of prerequisites where it failed: as they are defined now, with the values so far. */
    async retry(actor: Actor, runId: string): Promise<Run> {
      const run = await runs.get(actor.organizationId, runId);
      await workspaces.open(actor, run.projectId, 'edit');
      if (run.kind !== prerequisitesKind) throw new AppError(apiTestingErrors.noPrerequisiteRun);
      return runs.retry(actor.organizationId, runId, { onlyFailed: true, user: actor });
    },
  };
}
export type Prerequisites = ReturnType<typeof createPrerequisites>;

async function* stream<T>(items: T[]): AsyncGenerator<T> {
  yield* items;
}
