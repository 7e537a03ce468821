import type { Page } from '@touchstone/contracts';
import type { Sprint } from '@touchstone/contracts/test-repository';
import { AppError, newId } from '@touchstone/kernel';
import { assertRoom } from '../../../../platform/database/assert-room.ts';
import { isUniqueViolation } from '../../../../platform/database/conditions.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { SchedulerDoor } from '../../../scheduler/index.ts';
import type { Actor, Workspaces } from '../../../workspaces/index.ts';
import { repositoryErrors } from '../../errors.ts';
import { sprintsStore } from '../../store/sprints.store.ts';
import { suitesStore } from '../../store/suites.store.ts';
import type { Open } from '../open.ts';
import type { SprintParts } from './sprint-parts.ts';

const maxSprints = 1000;

interface SprintFields {
  sprintName: string;
  sprintDescription: string;
  startDate: string | null;
  endDate: string | null;
}
type Given<T> = { [Name in keyof T]?: T[Name] | undefined };
type Filter = { searchTerm?: string | undefined; isActive?: boolean | undefined };

interface Needs {
  platform: Platform;
  workspaces: Pick<Workspaces, 'hold'>;
  open: Open;
  parts: SprintParts;
  testsDeleted: SchedulerDoor['testsDeleted'];
}

/** createSprints manages sprints: suites to run within a planned time. */
export function createSprints({ platform, workspaces, open, parts, testsDeleted }: Needs) {
  const { database } = platform;
  const { sql } = database;
  const { show, showOne, change } = parts;

  return {
    view: showOne,
    async list(
      caller: Actor,
      projectId: string,
      { page = 0, size = maxSprints, ...filter }: Filter & { page?: number; size?: number } = {},
    ): Promise<Page<Sprint>> {
      await open.project(caller, projectId, 'view');
      const { content, totalElements } = await sprintsStore.list(sql, projectId, { ...filter, page, size });
      return { content: await show(content), totalElements, page, size };
    },
    async create(caller: Actor, projectId: string, fields: SprintFields): Promise<Sprint> {
      await open.project(caller, projectId, 'edit');
      const id = newId();
      const values = { id, organizationId: caller.organizationId, projectId, ...columnsOf(fields) };
      const work = database.transaction(async (db) => {
        await workspaces.hold(db, projectId);
        await assertRoom(
          db,
          { place: `sprints of ${projectId}`, most: maxSprints, full: repositoryErrors.tooManySprints },
          () => sprintsStore.count(db, projectId),
        );
        await sprintsStore.insert(db, values);
      });
      await named(values.name, work);
      return showOne(caller, id);
    },
    async update(
      caller: Actor,
      projectId: string,
      { uuid, ...given }: Given<SprintFields> & { uuid: string },
    ): Promise<Sprint> {
      const before = await open.sprint(caller, uuid, 'edit');
      if (before.projectId !== projectId) throw new AppError(repositoryErrors.sprintNotFound);
      const work = change(caller, uuid, async (db, row) => {
        const { sprintName = row.name, sprintDescription = row.description } = given;
        const { startDate = row.startDate, endDate = row.endDate } = given;
        await sprintsStore.update(db, uuid, columnsOf({ sprintName, sprintDescription, startDate, endDate }));
      });
      return named(given.sprintName ?? before.name, work);
    },
    async delete(caller: Actor, id: string): Promise<void> {
      const { name, projectId } = await open.sprint(caller, id, 'edit');
      await database.transaction(async (db) => {
        await workspaces.hold(db, projectId);
        const suites = await suitesStore.listAll(db, { projectId, sprintId: id });
        await sprintsStore.delete(db, id);
        await testsDeleted(
          db,
          caller.organizationId,
          suites.map((suite) => suite.id),
        );
      });
      await platform.audit(caller, { action: 'sprint.deleted', target: id, detail: { name, projectId } });
    },
  };
}
/** Sprints manages sprints. */
export type Sprints = ReturnType<typeof createSprints>;

/** Returns the columns of a sprint's user input; throws if it would end before it starts. */
function columnsOf({ sprintName: name, sprintDescription: description, startDate, endDate }: SprintFields) {
  if (startDate !== null && endDate !== null && endDate < startDate)
    throw new AppError(repositoryErrors.sprintEndsEarly);
  return { name, description, startDate, endDate };
}

/** Converts a unique violation to "name taken". */
const named = <T>(name: string, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (isUniqueViolation(error, 'sprint_name'))
      throw new AppError(repositoryErrors.sprintNameTaken, { params: { name } });
    throw error;
  });
