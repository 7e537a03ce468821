import type { KeptSession } from '@touchstone/contracts/web-testing';
import type { KeptSessions as BrowserSessions, StorageState } from '@touchstone/engine-browser';
import { AppError, newId } from '@touchstone/kernel';
import { lockUntilCommit } from '../../../platform/database/lock-until-commit.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { RunsDoor } from '../../runs/index.ts';
import type { Repository } from '../../test-repository/index.ts';
import type { Actor, Workspaces } from '../../workspaces/index.ts';
import { sessionFacts } from '../domain/session-facts.ts';
import { webTestingErrors } from '../errors.ts';
import { keptSessionsStore, type ListedSession } from '../store/kept-sessions.store.ts';

const maxSessions = 100;
const placeOf = (id: string) => `web_testing.kept_session.state:${id}`;

/** Whose steps save and use sessions. */
export interface SessionScope {
  organizationId: string;
  projectId: string;
  /** undefined: the run has no environment. */
  environmentId: string | undefined;
  /** The run the steps belong to, or the user who tries them. */
  by: { runId: string } | { name: string };
}

/** createKeptSessions stores the signed-in state of browsers, sealed, for the steps of a project. */
export function createKeptSessions({
  platform,
  runs,
  workspaces,
  repository,
}: {
  platform: Platform;
  runs: Pick<RunsDoor, 'listByIds'>;
  workspaces: Pick<Workspaces, 'hold'>;
  repository: Pick<Repository, 'open'>;
}) {
  const { database, secrets } = platform;
  const { sql } = database;
  return {
    /** The sessions available to a browser's steps. */
    of({ organizationId, projectId, environmentId, by }: SessionScope): BrowserSessions {
      const scope = { projectId, environmentId: environmentId ?? null };
      return {
        async find(name) {
          const row = await keptSessionsStore.findAt(sql, { ...scope, name });
          if (row) return JSON.parse(secrets.open(row.state, placeOf(row.id))) as StorageState;
          if (await keptSessionsStore.isNamed(sql, { projectId, name }))
            throw new Error(
              `The session "${name}" was saved in another environment. Run the script that saves it in this one first.`,
            );
          return undefined;
        },
        async keep(name, state) {
          const [run] = 'runId' in by ? await runs.listByIds(organizationId, [by.runId]) : [];
          const saved =
            'name' in by
              ? { savedByName: by.name, runId: null }
              : { savedByName: run?.createdByName ?? '', runId: by.runId };
          const tryOnce = () =>
            database.transaction(async (db) => {
              await workspaces.hold(db, projectId);
              await lockUntilCommit(db, `sessions of ${projectId}`);
              const before = await keptSessionsStore.findAt(db, { ...scope, name });
              if (!before && (await keptSessionsStore.count(db, projectId)) >= maxSessions)
                throw new Error(`A project has at most ${maxSessions} sessions. Delete some.`);
              const id = before?.id ?? newId();
              const sealed = secrets.seal(JSON.stringify(state), placeOf(id));
              const row = { id, organizationId, ...scope, name, state: sealed, ...sessionFacts(state), ...saved };
              return before ? keptSessionsStore.replace(db, row) : keptSessionsStore.add(db, row);
            });
          // Concurrent scripts may save the same session, and users may delete it.
          while (!(await tryOnce()));
        },
      };
    },
    async list(caller: Actor, projectId: string): Promise<KeptSession[]> {
      await repository.open.project(caller, projectId, 'view');
      return (await keptSessionsStore.list(sql, projectId)).map(toKeptSession);
    },
    async delete(caller: Actor, id: string): Promise<void> {
      const row = await keptSessionsStore.find(sql, caller.organizationId, id);
      if (!row) throw new AppError(webTestingErrors.sessionNotFound);
      await repository.open.project(caller, row.projectId, 'edit');
      await keptSessionsStore.delete(sql, id);
      await platform.audit(caller, { action: 'kept-session.deleted', target: id, detail: { name: row.name } });
    },
    async deleteAll(caller: Actor, projectId: string): Promise<void> {
      await repository.open.project(caller, projectId, 'edit');
      const sessions = await keptSessionsStore.deleteProject(sql, projectId);
      await platform.audit(caller, { action: 'kept-sessions.deleted', target: projectId, detail: { sessions } });
    },
  };
}
/** KeptSessions stores the signed-in state of browsers. */
export type KeptSessions = ReturnType<typeof createKeptSessions>;

const toKeptSession = (row: ListedSession): KeptSession => ({
  uuid: row.id,
  projectUUID: row.projectId,
  environmentUUID: row.environmentId,
  name: row.name,
  sites: row.sites,
  cookieCount: row.cookieCount,
  storageCount: row.storageCount,
  expiry:
    row.firstExpiresAt && row.lastExpiresAt
      ? { first: row.firstExpiresAt.toISOString(), last: row.lastExpiresAt.toISOString() }
      : null,
  savedBy: row.savedByName,
  savedAt: row.savedAt.toISOString(),
  runId: row.runId,
});
