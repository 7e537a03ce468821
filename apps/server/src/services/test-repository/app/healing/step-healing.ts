import type { FailedStep, RepositoryStep, StepLocator, StepTarget } from '@touchstone/contracts/test-repository';
import { AppError } from '@touchstone/kernel';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { RunsDoor } from '../../../runs/index.ts';
import type { Actor } from '../../../workspaces/index.ts';
import type { KeptHealing } from '../../domain/healing.ts';
import { isSameWay } from '../../domain/known-elements.ts';
import { allSteps, withTargets } from '../../domain/step-tree.ts';
import { repositoryErrors } from '../../errors.ts';
import { healedStepsStore } from '../../store/healed-steps.store.ts';
import type { Open } from '../open.ts';
import { createFailedSteps, type RunStep } from './failed-steps.ts';
import { createStepOwners, type StepOwner } from './step-owners.ts';

/** What a user accepts instead of a step's target: a suspect, locators, or a complete target. */
interface Choice {
  runId: string;
  stepId: string;
  suspect?: number | undefined;
  locators?: StepLocator[] | undefined;
  target?: StepTarget | undefined;
  everywhere: boolean;
}

/** createStepHealing returns what steps of runs didn't find, and lets users accept another element for them. */
export function createStepHealing({
  platform,
  runs,
  open,
}: {
  platform: Platform;
  runs: Pick<RunsDoor, 'open' | 'getStep'>;
  open: Open;
}) {
  const { database } = platform;
  const { sql } = database;
  const owners = createStepOwners({ open });

  const failedSteps = createFailedSteps({ platform, runs, open, owners });

  /** Opens the script or function of a step for editing, and locks it until the transaction ends. */
  const lock = async (db: Sql, caller: Actor, failed: RunStep): Promise<StepOwner> => {
    const owner = await owners.lock(db, failed.run.organizationId, failed);
    if (!owner) throw new AppError(repositoryErrors.healedStepGone);
    await owner.assertUnlocked(caller);
    return owner;
  };
  /** Why a step whose target has changed since its run can't be updated. */
  const refusal = async (db: Sql, { updatedByName }: StepOwner, { run, stepId }: RunStep): Promise<AppError> => {
    const accepted = await healedStepsStore.find(db, run.runId, stepId);
    if (accepted) return new AppError(repositoryErrors.healingAccepted, { params: { name: accepted.acceptedByName } });
    return new AppError(repositoryErrors.healedStepChanged, { params: { name: updatedByName } });
  };
  const audit = (caller: Actor, what: string, { id }: StepOwner, { run, healing }: RunStep, steps: number) =>
    platform.audit(caller, {
      action: `step.${what}`,
      target: id,
      detail: { runId: run.runId, element: healing.wanted.name, steps },
    });

  return {
    async find(caller: Actor, runId: string, stepId: string): Promise<FailedStep> {
      return failedSteps.show(caller, await failedSteps.open(caller, runId, stepId, 'view'));
    },
    /** Changes the step's target; throws if the step has changed since the run, or another user was faster. */
    async accept(caller: Actor, choice: Choice): Promise<FailedStep> {
      const failed = await failedSteps.open(caller, choice.runId, choice.stepId, 'edit');
      const { run, stepId, healing } = failed;
      const next = chosenTarget(choice, healing);
      const done = await database.transaction(async (db) => {
        const owner = await lock(db, caller, failed);
        const steps = await owner.steps(db);
        const changed = stepsToChange(steps, failed, choice.everywhere);
        if (changed.length === 0) throw await refusal(db, owner, failed);
        const targets = new Map(changed.map(({ stepId: id, target }) => [id, { ...next, name: target.name }]));
        await owner.keep(db, caller, `Before healing “${healing.wanted.name.slice(0, 200)}”`);
        await owner.write(db, caller, withTargets(steps, targets));
        const { organizationId, projectId, runId } = run;
        const place = { runId, stepId, organizationId, projectId, ownerId: owner.id };
        const row = { ...place, target: next, before: changed, acceptedByName: caller.name };
        await healedStepsStore.put(db, row);
        return { owner, count: changed.length };
      });
      await audit(caller, 'healed', done.owner, failed, done.count);
      return failedSteps.show(caller, failed);
    },
    /** Restores the steps' previous targets; steps that have changed since stay as they are. */
    async undo(caller: Actor, runId: string, stepId: string): Promise<FailedStep> {
      const failed = await failedSteps.open(caller, runId, stepId, 'edit');
      const done = await database.transaction(async (db) => {
        const owner = await lock(db, caller, failed);
        const accepted = await healedStepsStore.find(db, runId, stepId);
        if (!accepted) throw new AppError(repositoryErrors.nothingAccepted);
        const steps = await owner.steps(db);
        const byId = new Map([...allSteps(steps)].map((step) => [step.id, step.target]));
        const same = accepted.before.filter(({ stepId: id }) => {
          const target = byId.get(id);
          return target && isSameWay(target, accepted.target);
        });
        if (same.length === 0)
          throw new AppError(repositoryErrors.healedStepChanged, { params: { name: owner.updatedByName } });
        await owner.write(db, caller, withTargets(steps, new Map(same.map((one) => [one.stepId, one.target]))));
        await healedStepsStore.delete(db, runId, stepId);
        return { owner, count: same.length };
      });
      await audit(caller, 'healing-undone', done.owner, failed, done.count);
      return failedSteps.show(caller, failed);
    },
    /** Deletes who accepted what in deleted runs. */
    forget: (runIds: readonly string[]): Promise<void> => healedStepsStore.deleteRuns(sql, runIds),
  };
}
/** StepHealing returns what steps of runs didn't find, and lets users accept another element for them. */
export type StepHealing = ReturnType<typeof createStepHealing>;

function chosenTarget({ suspect, locators, target }: Choice, { wanted, suspects }: KeptHealing): StepTarget {
  if (target) return target;
  if (locators) return { name: wanted.name, locators, frame: wanted.frame };
  const chosen = suspects[suspect ?? -1]?.target;
  if (!chosen || chosen.locators.length === 0) throw new AppError(repositoryErrors.suspectUnusable);
  return chosen;
}

/**
 * The steps to change: the step, and with `everywhere` all with the same target; none if the step's target has changed
 * since its run.
 */
function stepsToChange(
  steps: readonly RepositoryStep[],
  { sourceStepId, healing: { wanted } }: Pick<RunStep, 'sourceStepId' | 'healing'>,
  everywhere: boolean,
): { stepId: string; target: StepTarget }[] {
  const all = [...allSteps(steps)].flatMap(({ id, target }) => (target ? [{ stepId: id, target }] : []));
  const own = all.find(({ stepId }) => stepId === sourceStepId);
  if (!own) throw new AppError(repositoryErrors.healedStepGone);
  if (!isSameWay(own.target, wanted)) return [];
  return everywhere ? all.filter(({ target }) => isSameWay(target, wanted)) : [own];
}
