import type { RepositoryStep } from '@touchstone/contracts/test-repository';
import { AppError } from '@touchstone/kernel';
import { isUniqueViolation } from '../../../platform/database/conditions.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Actor, Variables, Workspaces } from '../../workspaces/index.ts';
import { freeCopyName } from '../domain/free-copy-name.ts';
import { modulesStore } from '../store/modules.store.ts';
import { insertModule } from './modules.ts';
import type { Open } from './open.ts';
import { insertScript } from './scripts/write-scripts.ts';
import { assertSteps } from './steps.ts';

const maxAttempts = 5;

/** A module provided by a service. */
export interface BroughtModule {
  moduleName: string;
  description: string;
  scripts: readonly { testScriptName: string; objective: string; tagName: string[]; steps: RepositoryStep[] }[];
}

/** createBringModule adds modules provided by a service, and the variables their scripts need. */
export function createBringModule({
  platform,
  workspaces,
  variables,
  open,
}: {
  platform: Platform;
  workspaces: Pick<Workspaces, 'hold'>;
  variables: Pick<Variables, 'list' | 'hasGlobals' | 'addGlobals'>;
  open: Open;
}) {
  /** Another user may take the free name at the same moment; the next attempt finds another one. */
  const attempt = async <T>(work: () => Promise<T>, isNameTaken: (error: unknown) => boolean): Promise<T> => {
    for (let left = maxAttempts; ; left -= 1)
      try {
        return await work();
      } catch (error) {
        if (left === 1 || !isNameTaken(error)) throw error;
      }
  };
  const insert = (caller: Actor, projectId: string, { moduleName, description, scripts }: BroughtModule) =>
    platform.database.transaction(async (sql) => {
      await workspaces.hold(sql, projectId);
      const name = freeCopyName(moduleName, await modulesStore.listNames(sql, projectId));
      const row = await insertModule(sql, caller, { projectId, name, description });
      const scriptUUIDs: string[] = [];
      for (const script of scripts) scriptUUIDs.push(await insertScript(sql, caller, row, script));
      return { moduleUUID: row.id, scriptUUIDs };
    });
  /** The project's variable with this value, created if there is none. */
  const keepVariable = async (caller: Actor, projectId: string, name: string, value: string): Promise<string> => {
    const present = await variables.list(caller, { projectId });
    for (let n = 1; ; n += 1) {
      const wanted = n === 1 ? name : `${name}${n}`;
      const found = present.filter((one) => one.name === wanted);
      // A variable of an environment would hide the project's.
      const [only] = found.filter((one) => one.environmentId === null && one.enabled && one.value === value);
      if (only && found.length === 1) return wanted;
      if (found.length > 0) continue;
      await variables.addGlobals(caller, projectId, [{ name: wanted, value, isSecret: false }]);
      return wanted;
    }
  };

  return {
    /** Stores a module with its scripts, completely or not at all; if its name is taken, a free one is used. */
    async bringModule(
      caller: Actor,
      projectId: string,
      brought: BroughtModule,
    ): Promise<{ moduleUUID: string; scriptUUIDs: string[] }> {
      await open.project(caller, projectId, 'edit');
      for (const { steps } of brought.scripts) assertSteps(steps);
      return attempt(
        () => insert(caller, projectId, brought),
        (error) => isUniqueViolation(error, 'module_name'),
      );
    },
    /**
     * Returns the text by which steps name a value: the project's variable of this name and value, a new one with a
     * free name if it has another value, or the value itself if the plan has no such variables.
     */
    async bringVariable(caller: Actor, projectId: string, name: string, value: string): Promise<string> {
      await open.project(caller, projectId, 'edit');
      if (!(await variables.hasGlobals(caller, projectId))) return value;
      const kept = await attempt(
        () => keepVariable(caller, projectId, name, value),
        (error) => error instanceof AppError && error.status === 409,
      );
      return `{{${kept}}}`;
    },
  };
}
