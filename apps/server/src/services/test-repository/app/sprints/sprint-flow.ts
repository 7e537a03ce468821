import type { Sprint, SprintResult } from '@touchstone/contracts/test-repository';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import { isFinal } from '../../../runs/index.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { repositoryErrors } from '../../errors.ts';
import { type SprintRow, sprintsStore } from '../../store/sprints.store.ts';
import { type SuitePlace, suitesStore } from '../../store/suites.store.ts';
import type { Open } from '../open.ts';
import { assertOpenPlace, moveSuites } from './place-suites.ts';
import type { ShowSuites } from './show-suites.ts';
import type { SprintParts } from './sprint-parts.ts';

interface Needs {
  platform: Platform;
  open: Open;
  showSuites: ShowSuites;
  parts: SprintParts;
}

/** createSprintFlow starts and completes sprints, and returns how their suites ended. */
export function createSprintFlow({ platform, open, showSuites, parts: { showOne, change } }: Needs) {
  const { sql } = platform.database;

  const suitesOf = async (caller: Actor, { projectId, id: sprintId }: SprintRow) =>
    showSuites.show(caller.organizationId, await suitesStore.listAll(sql, { projectId, sprintId }));
  /** Where suites that didn't pass are moved when a sprint is completed. */
  const targetOf = async (caller: Actor, row: SprintRow, target: string): Promise<SuitePlace> => {
    if (target === 'TEST_LAB') return { projectId: row.projectId, sprintId: null };
    const { id, projectId } = await open.sprint(caller, target, 'edit');
    if (projectId !== row.projectId) throw new AppError(repositoryErrors.sprintNotFound);
    if (id === row.id) throw new AppError(repositoryErrors.sprintIntoItself);
    return { projectId, sprintId: id };
  };

  return {
    start: (caller: Actor, id: string): Promise<Sprint> =>
      change(caller, id, async (db, { status, name }) => {
        if (status === 'STARTED') throw new AppError(repositoryErrors.sprintStarted, { params: { name } });
        await sprintsStore.update(db, id, { status: 'STARTED', startedAt: new Date() });
      }),
    /** Completes a sprint; suites whose last run didn't pass are first moved to `moveTo`, if given. */
    async complete(caller: Actor, id: string, moveTo: string | undefined): Promise<Sprint> {
      const before = await open.sprint(caller, id, 'edit');
      const target = moveTo === undefined ? undefined : await targetOf(caller, before, moveTo);
      const suites = await suitesOf(caller, before);
      const passed = new Set(suites.flatMap(({ lastRun }) => (lastRun?.status === 'passed' ? lastRun.runId : [])));
      return change(caller, id, async (db, { status, name, projectId }) => {
        if (status !== 'STARTED') throw new AppError(repositoryErrors.sprintNotStarted, { params: { name } });
        if (target) {
          await assertOpenPlace(db, caller.organizationId, target);
          const present = await suitesStore.listAll(db, { projectId, sprintId: id });
          const left = present.filter(({ lastRunId }) => lastRunId === null || !passed.has(lastRunId));
          await moveSuites(db, left, target);
        }
        await sprintsStore.update(db, id, { status: 'COMPLETED', completedAt: new Date() });
      });
    },
    /** The outcome of the last run of each suite of a sprint. */
    async result(caller: Actor, id: string): Promise<SprintResult> {
      const suites = await suitesOf(caller, await open.sprint(caller, id, 'view'));
      const ended = suites.filter(({ lastRun }) => lastRun && isFinal(lastRun.status));
      const passed = ended.filter(({ lastRun }) => lastRun?.status === 'passed').length;
      return {
        sprint: await showOne(caller, id),
        total: suites.length,
        passed,
        failed: ended.length - passed,
        notRun: suites.length - ended.length,
        suites: suites.map(({ uuid, testSuiteName, lastRun }) => ({ uuid, testSuiteName, lastRun })),
      };
    },
  };
}
/** SprintFlow starts and completes sprints. */
export type SprintFlow = ReturnType<typeof createSprintFlow>;
