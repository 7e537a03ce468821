import type { importChanges } from '@touchstone/contracts/service-virtualization';
import type { AssetContent } from '../asset-content.ts';
import type { DocumentEntry } from './read-mock-document.ts';

type ImportChange = (typeof importChanges)[number];

/** An asset from an earlier import of the document. */
export interface ImportedAsset {
  id: string;
  key: string;
  name: string;
  content: AssetContent;
  /** The document's content at that time. */
  base: AssetContent;
}

/** The fate of an entry, or of an asset whose entry was removed. */
export type ComparedEntry =
  | { change: 'new'; entry: DocumentEntry }
  | { change: Exclude<ImportChange, 'new' | 'gone'>; entry: DocumentEntry; asset: ImportedAsset }
  | { change: 'gone'; asset: ImportedAsset };

/**
 * compareImport compares a document with the assets of its earlier import in three ways: the document then, the asset
 * now, and the document now. Local edits are never lost unless the user chooses so.
 */
export function compareImport(entries: readonly DocumentEntry[], assets: readonly ImportedAsset[]): ComparedEntry[] {
  const byKey = new Map(assets.map((asset) => [asset.key, asset]));
  const compared = entries.map((entry): ComparedEntry => {
    const asset = byKey.get(entry.key);
    byKey.delete(entry.key);
    return asset ? { change: changeOf(entry, asset), entry, asset } : { change: 'new', entry };
  });
  return [...compared, ...[...byKey.values()].map((asset): ComparedEntry => ({ change: 'gone', asset }))];
}

function changeOf(
  { content }: DocumentEntry,
  { content: mine, base }: ImportedAsset,
): Exclude<ImportChange, 'new' | 'gone'> {
  const isEdited = !isSame(mine, base);
  const isChanged = !isSame(content, base);
  if (isSame(content, mine)) return 'same';
  if (!isEdited) return isChanged ? 'updated' : 'same';
  return isChanged ? 'conflict' : 'kept';
}

/** Whether two contents are equal, regardless of the order of members. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b))
    return (
      Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, index) => isSame(item, b[index]))
    );
  const left = Object.entries(a).filter(([, value]) => value !== undefined);
  const right = b as Record<string, unknown>;
  const count = Object.values(right).filter((value) => value !== undefined).length;
  return left.length === count && left.every(([name, value]) => isSame(value, right[name]));
}
