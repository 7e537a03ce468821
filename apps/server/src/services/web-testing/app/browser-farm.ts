import type { CallOutput } from '@touchstone/contracts';
import type { FarmRecording, FarmRun, farmCalls } from '@touchstone/contracts/web-testing';
import { AppError } from '@touchstone/kernel';
import type { Run, RunsDoor } from '../../runs/index.ts';
import type { Repository } from '../../test-repository/index.ts';
import type { Actor, Workspaces } from '../../workspaces/index.ts';
import { toFarmRunner } from '../domain/runner-nodes.ts';
import { readLabel } from '../domain/script-plan.ts';
import type { AllRecordings } from './live/all-recordings.ts';

type Farm = CallOutput<typeof farmCalls.getBrowserFarm>;

const maxRuns = 100;

interface Needs {
  runs: Pick<RunsDoor, 'list' | 'listRunners' | 'open'>;
  kind: string;
  workspaces: Pick<Workspaces, 'listVisible'>;
  repository: Pick<Repository, 'open' | 'paths'>;
  allRecordings: AllRecordings;
}

/**
 * createBrowserFarm returns the runners with their browsers, and what is open in them of the projects the caller may
 * see.
 */
export function createBrowserFarm({ runs, kind, workspaces, repository, allRecordings }: Needs) {
  const can = (work: Promise<unknown>): Promise<boolean> =>
    work.then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError) return false;
        throw error;
      },
    );

  const openRuns = async (caller: Actor, names: ReadonlyMap<string, string>): Promise<FarmRun[]> => {
    const { organizationId } = caller;
    const filter = { organizationId, projectId: [...names.keys()], kinds: [kind], withParts: true };
    const { content } = await runs.list({ ...filter, statuses: ['running', 'queued'] }, { page: 0, size: maxRuns });
    const shown = await Promise.all(
      content.map(async (run) => {
        const mayStop = await can(runs.open(caller, run.runId, 'edit'));
        // The browser may run a part of another project's run, which the caller may not see.
        const isVisible = mayStop || (await can(runs.open(caller, run.runId, 'view')));
        return isVisible ? [toFarmRun(run, names, mayStop)] : [];
      }),
    );
    return shown.flat();
  };

  const openRecordings = async (
    caller: Actor,
    names: ReadonlyMap<string, string>,
  ): Promise<Pick<Farm, 'recordings' | 'recordingPlaces'>> => {
    const { recordings: all, places } = await allRecordings(caller.organizationId);
    const visible = all.filter(({ projectId }) => names.has(projectId));
    const ids = visible.flatMap(({ scriptId }) => scriptId ?? []);
    const scripts = await repository.paths.scripts.namesOf(caller, ids);
    const shown = visible.map(
      async ({ liveId, projectId, scriptId, browser, openedByName, openedAt }): Promise<FarmRecording> => ({
        liveId,
        projectUUID: projectId,
        projectName: names.get(projectId) ?? '',
        scriptUUID: scriptId,
        testScriptName: (scriptId === null ? undefined : scripts.get(scriptId)?.at(-1)) ?? null,
        browser,
        openedBy: openedByName,
        openedAt,
        mayClose: await can(repository.open.project(caller, projectId, 'edit')),
      }),
    );
    return { recordings: await Promise.all(shown), recordingPlaces: places };
  };

  return {
    async show(caller: Actor): Promise<Farm> {
      const visible = await workspaces.listVisible(caller, undefined, repository.open.service);
      const names = new Map(visible.map(({ projectId, projectName }) => [projectId, projectName]));
      const runners = (await runs.listRunners()).map(toFarmRunner);
      const open = names.size > 0 ? await openRuns(caller, names) : [];
      return {
        runners,
        runs: open,
        ...(await openRecordings(caller, names)),
      };
    },
  };
}
/** BrowserFarm returns the runners with their browsers, and what is open in them. */
export type BrowserFarm = ReturnType<typeof createBrowserFarm>;

const toFarmRun = (run: Run, names: ReadonlyMap<string, string>, mayStop: boolean): FarmRun => ({
  runId: run.runId,
  number: run.number,
  name: run.name,
  status: run.status,
  projectUUID: run.projectId,
  projectName: names.get(run.projectId) ?? '',
  targets: readLabel(run.label).targets,
  startedBy: run.createdByName,
  createdAt: run.createdAt.toISOString(),
  mayStop,
});
