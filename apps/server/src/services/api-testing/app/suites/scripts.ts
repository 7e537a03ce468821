import type { Script, ScriptInput } from '@touchstone/contracts/api-testing';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor, Workspaces } from '../../../workspaces/index.ts';
import { assertReadable } from '../assert-readable.ts';
import { createAddScripts } from './add-scripts.ts';
import { createChangeScript } from './change-script.ts';
import { createDeleteScripts } from './delete-scripts.ts';
import type { OpenSuites } from './open-suites.ts';
import { createReadScripts } from './read-scripts.ts';
import { createReorderScripts } from './reorder-scripts.ts';

/** Dependencies of the script use cases. */
export interface ScriptNeeds {
  platform: Platform;
  workspaces: Workspaces;
  access: OpenSuites;
}

/** createScripts combines the script use cases, each from its own file. */
export function createScripts(needs: ScriptNeeds) {
  const { read, list } = createReadScripts(needs);
  const { create, append, clone } = createAddScripts({ ...needs, read });
  const { update, deletePart, addFormFields } = createChangeScript({ ...needs, read });

  return {
    read,
    list,
    /** Updates the script named by the input, or creates one in each suite. Returns the (first) script and all ids. */
    async save(
      actor: Actor,
      suiteIds: string[],
      input: ScriptInput,
      from?: Date,
    ): Promise<Script & { scriptIds: string[] }> {
      await assertReadable(input, actor);
      const { scriptId } = input;
      if (!scriptId) return create(actor, suiteIds, input);
      return { ...(await update(actor, scriptId, input, from)), scriptIds: [scriptId] };
    },
    append,
    clone,
    delete: createDeleteScripts(needs),
    reorder: createReorderScripts(needs),
    deletePart,
    addFormFields,
  };
}
export type Scripts = ReturnType<typeof createScripts>;
