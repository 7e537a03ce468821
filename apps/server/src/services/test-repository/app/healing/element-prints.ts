import type { RepositoryStep, StepTarget } from '@touchstone/contracts/test-repository';
import type { Step } from '@touchstone/engine-keyword/core';
import type { Platform } from '../../../../platform/platform.ts';
import { isFixed, waysText, withPrints } from '../../domain/known-elements.ts';
import { elementPrintsStore } from '../../store/element-prints.store.ts';
import type { RunnableScript } from '../read-for-run.ts';
import type { RunnableFunction } from '../steps.ts';

const maxPrintBytes = 20_000;
/** The most bytes of prints that a run's plan gets. */
const maxPlanBytes = 8 * 1024 * 1024;
/** How long a step's print is stored if no run sees it again. */
const unseenMs = 90 * 86_400_000;

/** What a run saw of a step's element. */
export interface NewPrint {
  /** Id of the script or function the step is in. */
  ownerId: string;
  stepId: string;
  /** The target it was found by. */
  target: StepTarget;
  print: Record<string, unknown>;
}

/** createElementPrints stores what runs see of steps' elements, and provides it to later runs. */
export function createElementPrints({ platform }: { platform: Pick<Platform, 'database' | 'clock'> }) {
  const { database, clock } = platform;
  return {
    /** Adds to the steps of scripts and functions what runs saw of their elements. */
    async withKnown<Scripts extends RunnableScript, Functions extends RunnableFunction>(
      organizationId: string,
      found: { scripts: Scripts[]; functions: Functions[] },
    ): Promise<{ scripts: Scripts[]; functions: Functions[] }> {
      const owners = [
        ...found.scripts.map(({ scriptId }) => scriptId),
        ...found.functions.map(({ functionId }) => functionId),
      ];
      const rows = await elementPrintsStore.list(database.sql, organizationId, owners, maxPlanBytes);
      const prints = Map.groupBy(rows, ({ ownerId }) => ownerId);
      const known = (id: string, steps: readonly RepositoryStep[]) => withPrints(steps, prints.get(id) ?? []);
      return {
        scripts: found.scripts.map((one) => ({ ...one, steps: known(one.scriptId, one.steps) })),
        functions: found.functions.map((one) => ({
          ...one,
          steps: known(one.functionId, one.steps as RepositoryStep[]) as Step[],
        })),
      };
    },
    /** Stores prints, except those that are too large or of elements chosen by a variable. */
    async keep(scope: { organizationId: string; projectId: string }, given: readonly NewPrint[]): Promise<void> {
      const now = clock.now();
      const rows = given.flatMap(({ ownerId, stepId, target, print }) => {
        const seen = typeof print.seenAt === 'string' ? print : { ...print, seenAt: now.toISOString() };
        const ways = waysText(target);
        const sizeBytes = Buffer.byteLength(JSON.stringify(seen)) + Buffer.byteLength(ways);
        if (sizeBytes > maxPrintBytes || !isFixed(target)) return [];
        return [{ ...scope, ownerId, stepId, ways, print: seen, sizeBytes, seenAt: now }];
      });
      if (rows.length === 0) return;
      await database.transaction(async (db) => {
        const owners = await elementPrintsStore.holdOwners(db, [...new Set(rows.map(({ ownerId }) => ownerId))]);
        const kept = rows.filter(({ ownerId }) => owners.has(ownerId));
        if (kept.length === 0) return;
        // Runs that end at the same time write in the same order, which prevents deadlocks.
        await elementPrintsStore.put(db, kept.toSorted(byPlace));
        await elementPrintsStore.deleteUnseen(db, [...owners], new Date(now.getTime() - unseenMs));
      });
    },
  };
}
/** ElementPrints stores what runs see of steps' elements. */
export type ElementPrints = ReturnType<typeof createElementPrints>;

const byPlace = (a: { ownerId: string; stepId: string }, b: { ownerId: string; stepId: string }): number =>
  `${a.ownerId} ${a.stepId}` < `${b.ownerId} ${b.stepId}` ? -1 : 1;
