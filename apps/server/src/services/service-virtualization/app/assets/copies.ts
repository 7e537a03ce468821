import { newId } from '@touchstone/kernel';
import type { AssetRow, NewAssetRow } from '../../store/assets.store.ts';

/** copiesOf copies assets to other suites: disabled, and without their source document. */
export const copiesOf = (
  rows: readonly AssetRow[],
  suiteOf: (row: AssetRow) => string,
  byName: string,
): NewAssetRow[] =>
  rows.map(({ position: _position, createdAt: _created, updatedAt: _updated, ...row }) => ({
    ...row,
    id: newId(),
    suiteId: suiteOf(row as AssetRow),
    isEnabled: false,
    revision: 1,
    sourceId: null,
    sourceKey: null,
    sourceBase: null,
    createdByName: byName,
    updatedByName: byName,
  }));
