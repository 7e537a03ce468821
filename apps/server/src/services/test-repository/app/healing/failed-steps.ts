import type { FailedStep, StepTarget } from '@touchstone/contracts/test-repository';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import type { Run, RunsDoor } from '../../../runs/index.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { type KeptHealing, shownHealing } from '../../domain/healing.ts';
import { isSameWay, knownTraits } from '../../domain/known-elements.ts';
import { allSteps } from '../../domain/step-tree.ts';
import { repositoryErrors } from '../../errors.ts';
import { type HealedStepRow, healedStepsStore } from '../../store/healed-steps.store.ts';
import type { Open } from '../open.ts';
import type { StepOwners } from './step-owners.ts';

/** A step of a run whose element wasn't found. */
export interface RunStep {
  run: Run;
  stepId: string;
  sourceStepId: string;
  scriptId: string;
  functionId: string | null;
  healing: KeptHealing;
}

/** createFailedSteps opens steps of runs whose element wasn't found, and returns what is known of them. */
export function createFailedSteps({
  platform,
  runs,
  open,
  owners,
}: {
  platform: Pick<Platform, 'database'>;
  runs: Pick<RunsDoor, 'open' | 'getStep'>;
  open: Open;
  owners: StepOwners;
}) {
  const { sql } = platform.database;
  return {
    async open(caller: Actor, runId: string, stepId: string, need: 'view' | 'edit'): Promise<RunStep> {
      const run = await runs.open(caller, runId, need);
      await open.project(caller, run.projectId, need);
      const step = await runs.getStep(runId, stepId);
      const { healing, sourceStepId, functionUUID } = (step.detail ?? {}) as {
        healing?: KeptHealing | null;
        sourceStepId?: string | null;
        functionUUID?: string | null;
      };
      if (!healing || !sourceStepId || step.groupId === null) throw new AppError(repositoryErrors.stepNotHealed);
      return { run, stepId, sourceStepId, scriptId: step.groupId, functionId: functionUUID ?? null, healing };
    },
    async show(caller: Actor, failed: RunStep): Promise<FailedStep> {
      const { run, stepId, sourceStepId, healing } = failed;
      const [script, owner, accepted] = await Promise.all([
        owners.find(sql, run.organizationId, { scriptId: failed.scriptId, functionId: null }),
        owners.find(sql, run.organizationId, failed),
        healedStepsStore.find(sql, run.runId, stepId),
      ]);
      const steps = owner ? [...allSteps(await owner.steps(sql))] : [];
      const target = steps.find(({ id }) => id === sourceStepId)?.target ?? undefined;
      const state = stateOf(target, healing, accepted);
      const chosen = target ? healing.suspects.findIndex((one) => isSameWay(one.target, target)) : -1;
      const mayEdit = await may(() => open.project(caller, run.projectId, 'edit'));
      const isLocked = mayEdit && owner !== undefined && !(await may(() => owner.assertUnlocked(caller)));
      return {
        ...shownHealing(healing),
        known: knownTraits(healing.wanted.fingerprint),
        script: script ? { uuid: script.id, name: script.name } : null,
        testFunction: failed.functionId !== null && owner ? { uuid: owner.id, name: owner.name } : null,
        sourceStepId,
        state,
        chosen: chosen < 0 ? null : chosen,
        accepted:
          accepted && state === 'accepted'
            ? { by: accepted.acceptedByName, at: accepted.acceptedAt.toISOString(), steps: accepted.before.length }
            : null,
        others: steps.filter(
          ({ id, target: other }) => id !== sourceStepId && other && isSameWay(other, healing.wanted),
        ).length,
        mayChange: mayEdit && !isLocked,
        lockedBy: isLocked ? (owner?.lockedByName ?? null) : null,
      };
    },
  };
}
/** FailedSteps opens steps of runs whose element wasn't found. */
export type FailedSteps = ReturnType<typeof createFailedSteps>;

const may = (work: () => Promise<unknown>): Promise<boolean> =>
  work().then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false;
      throw error;
    },
  );

function stateOf(
  target: StepTarget | undefined,
  { wanted }: KeptHealing,
  accepted: HealedStepRow | undefined,
): FailedStep['state'] {
  if (!target) return 'deleted';
  if (accepted && isSameWay(target, accepted.target)) return 'accepted';
  return isSameWay(target, wanted) ? 'open' : 'changed';
}
