import type { AssetSummary } from '@touchstone/contracts/service-virtualization';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { virtualizationErrors } from '../../errors.ts';
import { assetsStore } from '../../store/assets.store.ts';
import type { CapacityOf } from '../capacity.ts';
import type { MockHost } from '../hosting/mock-host.ts';
import type { Open } from '../open.ts';
import type { ShowAssets } from './show-assets.ts';

interface Needs {
  platform: Platform;
  open: Open;
  host: MockHost;
  show: ShowAssets;
  capacityOf: CapacityOf;
}
interface Choice {
  projectId: string;
  assetIds: string[];
  isEnabled: boolean;
}

/** createToggleAssets enables and disables assets; takes effect from the next call. */
export function createToggleAssets({ platform, open, host, show, capacityOf }: Needs) {
  const { database } = platform;

  const setEnabled = async (caller: Actor, { projectId, assetIds, isEnabled }: Choice): Promise<void> => {
    const ids = [...new Set(assetIds)];
    const capacity = await capacityOf(caller.organizationId);
    await database.transaction(async (sql) => {
      const rows = await assetsStore.listByIds(sql, projectId, ids);
      if (rows.length < ids.length) throw new AppError(virtualizationErrors.assetNotFound);
      if (isEnabled) await capacity.assert(sql, rows.filter((row) => !row.isEnabled).length);
      await assetsStore.setEnabled(sql, projectId, ids, isEnabled);
    });
    await host.changed(projectId, { kind: 'assets', ids });
  };

  return {
    async one(caller: Actor, assetId: string, isEnabled: boolean): Promise<AssetSummary> {
      const { projectId } = await open.asset(caller, assetId, 'edit');
      await setEnabled(caller, { projectId, assetIds: [assetId], isEnabled });
      const rows = await assetsStore.listByIds(database.sql, projectId, [assetId]);
      const [summary] = await show.summaries(projectId, rows);
      if (!summary) throw new AppError(virtualizationErrors.assetNotFound);
      return summary;
    },
    async many(caller: Actor, choice: Choice): Promise<void> {
      await open.project(caller, choice.projectId, 'edit');
      await setEnabled(caller, choice);
    },
  };
}
/** ToggleAssets enables and disables assets. */
export type ToggleAssets = ReturnType<typeof createToggleAssets>;
