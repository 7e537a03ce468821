import type { StepDetail } from '@touchstone/contracts/api-testing';
import type { Platform } from '../../../../platform/platform.ts';
import type { DescribedTarget, TargetScope } from '../../../scheduler/index.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { scriptsStore } from '../../store/scripts.store.ts';
import type { PreviewScript } from '../executions/preview-script.ts';
import type { Scripts } from './scripts.ts';

/** createScriptTargets lets other services reference scripts and send them in their current state. */
export function createScriptTargets({
  platform,
  scripts,
  previewScript,
}: {
  platform: Platform;
  scripts: Scripts;
  previewScript: PreviewScript;
}) {
  return {
    /** The given scripts that are in the workspace. */
    async describe(
      { organizationId, projectId }: TargetScope,
      ids: readonly string[],
    ): Promise<ReadonlyMap<string, DescribedTarget>> {
      const rows = await scriptsStore.findMany(platform.database.sql, organizationId, [...ids]);
      const inProject = rows.filter((row) => row.projectId === projectId);
      return new Map(
        inProject.map(({ id, name, suiteId }) => [
          id,
          { title: name, link: `/api-testing/api-test-suite/${suiteId}?project=${projectId}&script=${id}` },
        ]),
      );
    },
    /** Sends a script with the variables and certificates of its workspace; stores nothing. */
    async send(
      actor: Actor,
      { scriptId, environmentId }: { scriptId: string; environmentId: string | null },
      signal: AbortSignal,
    ): Promise<StepDetail> {
      const {
        suiteId,
        projectId,
        position: _p,
        createdAt: _c,
        updatedAt: _u,
        ...script
      } = await scripts.read(actor, scriptId);
      const place = { projectId, suiteId, ...(environmentId !== null && { environmentId }) };
      return previewScript(actor, { ...place, script }, signal);
    },
  };
}
/** ScriptTargets lets other services reference and send scripts. */
export type ScriptTargets = ReturnType<typeof createScriptTargets>;
