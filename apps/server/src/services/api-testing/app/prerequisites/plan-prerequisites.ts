import { AppError, newId } from '@touchstone/kernel';
import type { PlannedRun, PlannedStep } from '../../../runs/index.ts';
import type { Actor } from '../../../workspaces/index.ts';
import {
  type FunctionalLabel,
  type FunctionalPlan,
  usesDynamicNames,
} from '../../domain/executions/functional-plan.ts';
import type { PlannedPrerequisite } from '../../domain/prerequisites/prerequisite.ts';
import { type PrerequisiteSummary, stepKinds } from '../../domain/stored-step.ts';
import { apiTestingErrors } from '../../errors.ts';
import { type PrerequisiteRow, prerequisitesStore } from '../../store/prerequisites.store.ts';
import type { PrerequisiteNeeds } from './prerequisites.ts';

/** createPlanPrerequisites plans prerequisites: as the first steps of a run, or as a run of their own. */
export function createPlanPrerequisites({ platform, variables, certificates, assertWithinLimit }: PrerequisiteNeeds) {
  const { sql } = platform.database;
  /** The named prerequisites, or the enabled ones, in their order. */
  const choose = async (projectId: string, ids?: string[]): Promise<PrerequisiteRow[]> => {
    const rows = await prerequisitesStore.list(sql, projectId);
    if (!ids) return rows.filter((row) => row.enabled);
    const chosen = rows.filter((row) => ids.includes(row.id));
    if (chosen.length < new Set(ids).size) throw new AppError(apiTestingErrors.prerequisiteNotFound);
    return chosen;
  };
  /** The steps of the selected prerequisites, to run before all others. Their definitions are read when they run. */
  const plan = async (projectId: string, ids?: string[]): Promise<{ steps: PlannedStep[]; dynamicNames: boolean }> => {
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
    // By the time it runs, a script may use dynamic names.
    const dynamicNames = rows.some(
      ({ action }) => action.kind === 'script' || usesDynamicNames(JSON.stringify(action)),
    );
    return { steps, dynamicNames };
  };

  return {
    plan,
    /** Plans a run of prerequisites only. */
    async planRun(
      actor: Actor,
      input: { projectId: string; environmentId?: string | undefined; prerequisiteIds?: string[] | undefined },
    ): Promise<PlannedRun> {
      const { projectId } = input;
      const quota = await assertWithinLimit(actor);
      const { steps, dynamicNames } = await plan(projectId, input.prerequisiteIds);
      if (steps.length === 0) throw new AppError(apiTestingErrors.noPrerequisites);
      const { scopes, environmentName } = await variables.plan(actor, projectId, input.environmentId);
      const functional: FunctionalPlan = {
        scopes,
        parallel: 1,
        stopOnFailure: true,
        dynamicNames,
        certificates: await certificates.plan(projectId),
      };
      const label: FunctionalLabel = { environmentName, suites: [] };
      return { name: 'Prerequisites', plan: functional, label, steps: stream(steps), ...quota };
    },
  };
}

async function* stream<T>(items: T[]): AsyncGenerator<T> {
  yield* items;
}
