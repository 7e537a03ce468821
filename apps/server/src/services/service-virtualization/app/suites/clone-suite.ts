import type { MockSuite } from '@touchstone/contracts/service-virtualization';
import { AppError, newId } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import { type Actor, freeName } from '../../../workspaces/index.ts';
import { suitesBelow } from '../../domain/active-suites.ts';
import { virtualizationErrors } from '../../errors.ts';
import { assetsStore } from '../../store/assets.store.ts';
import { type SuiteRow, suitesStore } from '../../store/suites.store.ts';
import { assertAssetRoom } from '../assets/asset-room.ts';
import { copiesOf } from '../assets/copies.ts';
import type { MockHost } from '../hosting/mock-host.ts';
import type { Open } from '../open.ts';
import { createInTree, createShowSuites, maxSuites, named } from './show-suites.ts';

/**
 * createCloneSuite copies a suite with everything in it; copied assets are disabled, so that they don't replace the
 * originals.
 */
export function createCloneSuite({ platform, open, host }: { platform: Platform; open: Open; host: MockHost }) {
  const { show } = createShowSuites(platform);
  const inTree = createInTree(platform);

  return async function cloneSuite(caller: Actor, suiteId: string, wanted: string | undefined): Promise<MockSuite> {
    const { projectId, parentId, name } = await open.suite(caller, suiteId, 'edit');
    const copyId = await inTree(projectId, async (sql, suites) => {
      const below = suitesBelow(suites, suiteId);
      if (suites.length + below.length > maxSuites)
        throw new AppError(virtualizationErrors.tooManySuites, { params: { most: maxSuites } });
      const assets = await assetsStore.listAll(sql, projectId, below);
      await assertAssetRoom(sql, projectId, assets.length);
      const taken = suites.filter((suite) => suite.parentId === parentId).map((suite) => suite.name);
      const copyName = wanted ?? freeName(`${name} (copy)`, taken);
      const ids = new Map(below.map((id) => [id, newId()]));
      const byId = new Map(suites.map((suite) => [suite.id, suite]));
      const rows = below.map((id) => copyOf(byId.get(id) as SuiteRow, { suiteId, copyName, ids }));
      await named(copyName, suitesStore.insertAll(sql, rows));
      await assetsStore.insert(
        sql,
        copiesOf(assets, (asset) => ids.get(asset.suiteId) ?? '', caller.name),
        'copied',
      );
      return ids.get(suiteId) ?? '';
    });
    await host.changed(projectId, { kind: 'all' });
    return show({ id: copyId, projectId });
  };
}
/** CloneSuite copies a suite with everything in it. */
export type CloneSuite = ReturnType<typeof createCloneSuite>;

function copyOf(
  row: SuiteRow,
  { suiteId, copyName, ids }: { suiteId: string; copyName: string; ids: ReadonlyMap<string, string> },
) {
  const { createdAt: _created, updatedAt: _updated, ...kept } = row;
  const isRoot = row.id === suiteId;
  return {
    ...kept,
    id: ids.get(row.id) ?? '',
    parentId: isRoot ? row.parentId : (ids.get(row.parentId ?? '') ?? null),
    name: isRoot ? copyName : row.name,
  };
}
