import type { Stub } from '@touchstone/engine-mock';
import { newId } from '@touchstone/kernel';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { activeSuites } from '../../domain/active-suites.ts';
import { contentOfStub, factsOf, kindOf } from '../../domain/asset-content.ts';
import { isFault } from '../../domain/fault-stub.ts';
import { type AssetRow, assetsStore } from '../../store/assets.store.ts';
import { suitesStore } from '../../store/suites.store.ts';
import { assertAssetRoom, lockAssetRoom } from '../assets/asset-room.ts';
import type { CapacityOf } from '../capacity.ts';
import { findSuite } from '../suites/find-suite.ts';
import type { HostedMock } from './mock-host.ts';

/** The suite of the stubs created through WireMock's admin API. */
const adminSuite = 'Admin API';
const byName = 'Admin API';
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Stubs may have other ids, which no asset has. */
const listByIds = (sql: Sql, projectId: string, ids: readonly string[]): Promise<AssetRow[]> =>
  assetsStore.listByIds(
    sql,
    projectId,
    ids.filter((id) => uuid.test(id)),
  );

/** The stubs a call may delete: the one it names, all of the suite “Admin API”, or the suite's non-persistent ones. */
type Reach = 'named' | 'own' | 'not persistent';

/** The changes an admin API call made to an engine's stubs. */
interface Edit {
  changed: Stub[];
  /** Assets whose stubs were removed. */
  gone: AssetRow[];
  deleted: string[];
}

/**
 * createKeepAdminEdits stores the admin API's changes to an engine's stubs as assets. Deleting a stub by id deletes its
 * asset; deleting or resetting all stubs affects only those of the suite “Admin API”, so that a test's cleanup doesn't
 * empty the project; a reset spares persistent stubs.
 */
export function createKeepAdminEdits({ platform, capacityOf }: { platform: Platform; capacityOf: CapacityOf }) {
  const { database } = platform;
  const editOf = async ({ mock, admin }: HostedMock, reach: Reach): Promise<Edit> => {
    const { projectId } = mock;
    // Faults aren't assets.
    const changes = admin.changes();
    const changed = changes.changed.filter((stub) => !isFault(stub));
    const goneIds = changes.gone.filter((stub) => !isFault(stub)).map(({ id }) => id);
    const [gone, suites] = await Promise.all([
      listByIds(database.sql, projectId, goneIds),
      suitesStore.list(database.sql, projectId),
    ]);
    const own = suites.find(({ name, parentId }) => parentId === null && name === adminSuite)?.id;
    const isTaken = ({ suiteId, content }: AssetRow) => {
      const isSpared = reach === 'not persistent' && content.form === 'stub' && content.stub.persistent === true;
      return reach === 'named' || (suiteId === own && !isSpared);
    };
    const deleted = gone.filter(isTaken).map(({ id }) => id);
    return { changed, gone, deleted };
  };

  const save = async (
    sql: Sql,
    place: { organizationId: string; projectId: string },
    { stub, row, suiteId }: { stub: Stub; row: AssetRow | undefined; suiteId: string },
  ): Promise<string> => {
    const content = contentOfStub(stub);
    const name = (stub.name ?? nameOf(stub)).slice(0, 255);
    const values = { name, content, kind: kindOf(content), ...factsOf(content) };
    if (row) {
      await assetsStore.save(sql, row, values, { change: 'admin API', byName });
      return row.id;
    }
    const isFree = uuid.test(stub.id) && !(await assetsStore.exists(sql, stub.id));
    const id = isFree ? stub.id.toLowerCase() : newId();
    const asset = { id, ...place, suiteId, form: 'stub' as const, tags: [], revision: 1, ...values };
    const made = { ...asset, isEnabled: stub.enabled !== false, createdByName: byName, updatedByName: byName };
    await assetsStore.insert(sql, [made], 'admin API');
    return id;
  };

  /** Restores the engine to the stored state, whatever the call did. */
  const bringBack = async ({ mock, state }: HostedMock, ids: readonly string[]): Promise<void> => {
    mock.surroundings.active = activeSuites(await suitesStore.list(database.sql, mock.projectId));
    const rows = await listByIds(database.sql, mock.projectId, ids);
    mock.forget(ids);
    const prepared = await mock.prepare(rows);
    const present = new Set(rows.map(({ id }) => id));
    for (const id of ids) if (!present.has(id)) mock.remove(id);
    mock.put(prepared, state);
  };

  return {
    /** Stores the changes of the current call to `path`. Throws if they exceed the plan or the project's room. */
    async store(hosted: HostedMock, path: string): Promise<void> {
      const { projectId, organizationId } = hosted.mock;
      hosted.faults.apply();
      const { changed, gone, deleted } = await editOf(hosted, reachOf(path));
      const touched = [...changed.map(({ id }) => id), ...gone.map(({ id }) => id)];
      if (touched.length === 0) return;
      try {
        const capacity = await capacityOf(organizationId);
        await database.transaction(async (sql) => {
          const rows = new Map((await listByIds(sql, projectId, touched)).map((row) => [row.id, row]));
          const added = changed.filter(({ id }) => !rows.has(id));
          const place = { organizationId, projectId };
          const suiteId = added.length > 0 ? await findSuite(sql, { ...place, parentId: null, name: adminSuite }) : '';
          const enabled = added.filter((stub) => stub.enabled !== false).length;
          await lockAssetRoom(sql, projectId);
          // Like everything that enables assets: first the capacity, then their rows.
          if (enabled > 0) await capacity.hold(sql);
          await assetsStore.delete(sql, projectId, deleted);
          await assertAssetRoom(sql, projectId, added.length);
          await capacity.assert(sql, enabled);
          // The engine lists the stub it tries first at the top; the one stored last is tried first.
          for (const stub of changed.toReversed()) {
            const id = await save(sql, place, { stub, row: rows.get(stub.id), suiteId });
            touched.push(id);
          }
        });
      } finally {
        await bringBack(hosted, [...new Set(touched)]);
      }
    },
  };
}
/** KeepAdminEdits stores the admin API's changes as assets. */
export type KeepAdminEdits = ReturnType<typeof createKeepAdminEdits>;

function nameOf({ request }: Stub): string {
  const { method = 'ANY', url, urlPath, urlPattern, urlPathPattern, urlPathTemplate } = request;
  return `${String(method)} ${String(url ?? urlPath ?? urlPattern ?? urlPathPattern ?? urlPathTemplate ?? '*')}`;
}

function reachOf(path: string): Reach {
  if (/^\/__admin\/mappings\/(?:remove|[^/]{36})$/.test(path)) return 'named';
  return /^\/__admin\/(?:mappings\/)?reset$/.test(path) ? 'not persistent' : 'own';
}
