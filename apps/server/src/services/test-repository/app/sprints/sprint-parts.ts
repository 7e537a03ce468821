import type { Sprint } from '@touchstone/contracts/test-repository';
import { AppError } from '@touchstone/kernel';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor, Workspaces } from '../../../workspaces/index.ts';
import { repositoryErrors } from '../../errors.ts';
import { type SprintRow, sprintsStore } from '../../store/sprints.store.ts';
import type { Open } from '../open.ts';
import { assertOpen } from './place-suites.ts';

/** createSprintParts returns sprints, and applies changes to their current state. */
export function createSprintParts({
  platform,
  workspaces,
  open,
}: {
  platform: Platform;
  workspaces: Pick<Workspaces, 'hold'>;
  open: Open;
}) {
  const { database } = platform;
  const { sql } = database;

  const show = async (rows: readonly SprintRow[]): Promise<Sprint[]> => {
    const counts = await sprintsStore.countSuites(
      sql,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => toSprint(row, counts.get(row.id) ?? 0));
  };
  const showOne = async (caller: Actor, id: string): Promise<Sprint> =>
    (await show([await open.sprint(caller, id, 'view')]))[0] as Sprint;
  /** Changes a sprint that isn't completed. */
  const change = async (caller: Actor, id: string, work: (db: Sql, row: SprintRow) => Promise<void>) => {
    const { projectId } = await open.sprint(caller, id, 'edit');
    await database.transaction(async (db) => {
      await workspaces.hold(db, projectId);
      const row = await sprintsStore.find(db, caller.organizationId, id);
      if (!row) throw new AppError(repositoryErrors.sprintNotFound);
      assertOpen(row);
      await work(db, row);
    });
    return showOne(caller, id);
  };
  return { show, showOne, change };
}
/** SprintParts returns and changes sprints. */
export type SprintParts = ReturnType<typeof createSprintParts>;

const toSprint = (row: SprintRow, suiteCount: number): Sprint => ({
  uuid: row.id,
  sprintName: row.name,
  sprintActive: row.status !== 'COMPLETED',
  sprintDescription: row.description,
  sprintExecutionStatus: row.status,
  projectUUID: row.projectId,
  startDate: row.startDate,
  endDate: row.endDate,
  startedAt: row.startedAt?.toISOString() ?? null,
  completedAt: row.completedAt?.toISOString() ?? null,
  suiteCount,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
