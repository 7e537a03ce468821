import type { RepositoryStep } from '@touchstone/contracts/test-repository';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { calledFunctions } from '../../domain/step-tree.ts';
import { type FunctionRow, functionsStore } from '../../store/functions.store.ts';
import { type ScriptRow, scriptsStore } from '../../store/scripts.store.ts';
import type { Open } from '../open.ts';
import { assertSteps, storeSteps } from '../steps.ts';
import { keepVersion } from '../versions.ts';

/** A script or a function: the owner of steps, which are read and written the same way for both. */
export interface StepOwner {
  id: string;
  name: string;
  updatedByName: string;
  lockedByName: string | null;
  /** Throws if another user has locked it. */
  assertUnlocked(caller: Actor): Promise<void>;
  steps(db: Sql): Promise<RepositoryStep[]>;
  /** Writes the steps as a new revision; the caller has locked the owner. */
  write(db: Sql, caller: Actor, steps: RepositoryStep[]): Promise<void>;
  /** Saves its steps as a restore point; a no-op for functions, which have none. */
  keep(db: Sql, caller: Actor, name: string): Promise<void>;
}

interface OwnerIds {
  scriptId: string;
  /** null: the steps are the script's own. */
  functionId: string | null;
}

/** createStepOwners opens the owners of steps. */
export function createStepOwners({ open }: { open: Pick<Open, 'assertUnlocked'> }) {
  const ofScript = (row: ScriptRow): StepOwner => ({
    id: row.id,
    name: row.name,
    updatedByName: row.updatedByName,
    lockedByName: row.lockedByName,
    assertUnlocked: (caller) => open.assertUnlocked(caller, row),
    steps: (db) => scriptsStore.readSteps(db, row.id),
    async write(db, caller, steps) {
      await storeSteps(db, row, steps, caller);
    },
    async keep(db, caller, name) {
      await keepVersion(db, row, name, caller);
    },
  });
  const ofFunction = (row: FunctionRow): StepOwner => ({
    id: row.id,
    name: row.name,
    updatedByName: row.updatedByName,
    lockedByName: null,
    assertUnlocked: async () => undefined,
    steps: async () => row.steps,
    async write(db, caller, steps) {
      assertSteps(steps);
      const values = { steps, calls: calledFunctions(steps), revision: row.revision + 1, updatedByName: caller.name };
      await functionsStore.update(db, row.id, values);
    },
    keep: async () => undefined,
  });
  const isOf = (row: { organizationId: string } | undefined, organizationId: string): boolean =>
    row?.organizationId === organizationId;
  return {
    async find(db: Sql, organizationId: string, { scriptId, functionId }: OwnerIds): Promise<StepOwner | undefined> {
      if (functionId === null) {
        const script = await scriptsStore.find(db, organizationId, scriptId);
        return script && ofScript(script);
      }
      const found = await functionsStore.find(db, organizationId, functionId);
      return found && ofFunction(found);
    },
    /** Locks it until the transaction ends. */
    async lock(db: Sql, organizationId: string, { scriptId, functionId }: OwnerIds): Promise<StepOwner | undefined> {
      if (functionId === null) {
        const script = await scriptsStore.lock(db, scriptId);
        return script && isOf(script, organizationId) ? ofScript(script) : undefined;
      }
      const found = await functionsStore.lock(db, functionId);
      return found && isOf(found, organizationId) ? ofFunction(found) : undefined;
    },
  };
}
/** StepOwners opens the owners of steps. */
export type StepOwners = ReturnType<typeof createStepOwners>;
