import type { MockImport } from '@touchstone/contracts/service-virtualization';
import { AppError, newId } from '@touchstone/kernel';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { factsOf, kindOf } from '../../domain/asset-content.ts';
import { type ComparedEntry, compareImport } from '../../domain/imports/compare-import.ts';
import { virtualizationErrors } from '../../errors.ts';
import { type AssetRow, assetsStore } from '../../store/assets.store.ts';
import { sourcesStore } from '../../store/sources.store.ts';
import { assertAssetRoom } from '../assets/asset-room.ts';
import { rowOf } from '../assets/write-assets.ts';
import type { CapacityOf } from '../capacity.ts';
import type { MockHost } from '../hosting/mock-host.ts';
import type { Open } from '../open.ts';
import { findSuite } from '../suites/find-suite.ts';
import { countsOf, type PendingDocument, type PreviewImports } from './preview-imports.ts';

interface Needs {
  platform: Platform;
  open: Open;
  host: MockHost;
  previews: PreviewImports;
  capacityOf: CapacityOf;
}
interface Choice {
  projectId: string;
  importId: string;
  suiteId?: string | undefined;
  suiteName?: string | undefined;
  keys?: string[] | undefined;
  takeDocument: string[];
  deleteGone: string[];
  isEnabled: boolean;
}
interface Outcome {
  suiteId: string;
  sourceId: string;
  counts: MockImport['counts'];
  disabled: number;
  problems: MockImport['problems'];
}

/** createCarryOutImport imports a parsed document into a project, completely or not at all; local edits are kept. */
export function createCarryOutImport({ platform, open, host, previews, capacityOf }: Needs) {
  const { database } = platform;

  const suiteFor = async (sql: Sql, caller: Actor, choice: Choice, document: PendingDocument): Promise<string> => {
    const { projectId, suiteId, suiteName } = choice;
    if (suiteId) return suiteId;
    const before = document.sourceId === null ? undefined : await sourcesStore.find(sql, projectId, document.sourceId);
    if (before?.suiteId && !suiteName) return before.suiteId;
    const place = { organizationId: caller.organizationId, projectId, parentId: null };
    return findSuite(sql, { ...place, name: suiteName ?? document.title });
  };

  return async function carryOutImport(caller: Actor, choice: Choice): Promise<Outcome> {
    const { projectId, importId } = choice;
    await open.project(caller, projectId, 'edit');
    if (choice.suiteId) await open.suiteOf(caller, projectId, choice.suiteId);
    const document = await previews.find(projectId, importId);
    const capacity = await capacityOf(caller.organizationId);
    const wanted = choice.keys && new Set(choice.keys);
    const outcome = await database.transaction(async (sql) => {
      const suiteId = await suiteFor(sql, caller, choice, document);
      const sourceId = document.sourceId ?? newId();
      const all = compareImport(document.entries, await previews.assetsOf(projectId, document.sourceId));
      const compared = all.filter((one) => one.change === 'gone' || !wanted || wanted.has(one.entry.key));
      const { format, title, url, text, named } = document;
      const { organizationId, name: importedByName } = caller;
      const source = { organizationId, projectId, suiteId, format, title, url, document: text, named, importedByName };
      await sourcesStore.put(sql, { id: sourceId, ...source });
      const made = compared.filter((one) => one.change === 'new');
      await assertAssetRoom(sql, projectId, made.length);
      const free = choice.isEnabled ? ((await capacity.left(sql)) ?? made.length) : 0;
      const place = { caller, projectId, suiteId };
      const rows = made.map(({ entry }, index) => ({
        ...rowOf(
          { name: entry.name, kind: kindOf(entry.content), tags: [], isEnabled: index < free },
          entry.content,
          place,
        ),
        sourceId,
        sourceKey: entry.key,
        sourceBase: entry.content,
      }));
      await assetsStore.insert(sql, rows, 'imported');
      await writeOthers(sql, caller, projectId, { compared, choice });
      await sourcesStore.deletePending(sql, { id: importId });
      const disabled = choice.isEnabled ? Math.max(0, made.length - free) : 0;
      return { suiteId, sourceId, counts: countsOf(compared), disabled, problems: document.problems.slice(0, 1000) };
    });
    await host.changed(projectId, { kind: 'all' });
    await platform.audit(caller, { action: 'mock.imported', target: projectId, detail: { title: document.title } });
    return outcome;
  };
}
/** CarryOutImport imports a document into a project. */
export type CarryOutImport = ReturnType<typeof createCarryOutImport>;

/**
 * Existing assets: updated if only the document changed or the user chose its version; deleted if the user chose that.
 */
async function writeOthers(
  sql: Sql,
  caller: Actor,
  projectId: string,
  { compared, choice }: { compared: readonly ComparedEntry[]; choice: Choice },
): Promise<void> {
  const [taken, deleted] = [new Set(choice.takeDocument), new Set(choice.deleteGone)];
  const known = compared.flatMap((one) => (one.change === 'new' ? [] : [one.asset.id]));
  const rows = new Map((await assetsStore.listByIds(sql, projectId, known)).map((row) => [row.id, row]));
  const gone: string[] = [];
  for (const one of compared) {
    if (one.change === 'new') continue;
    if (one.change === 'gone') {
      if (deleted.has(one.asset.key)) gone.push(one.asset.id);
      continue;
    }
    const row = rows.get(one.asset.id) as AssetRow;
    const { content, key } = one.entry;
    if (one.change === 'updated' || (one.change === 'conflict' && taken.has(key))) {
      const kind = kindOf(content) === 'dynamic' ? 'dynamic' : row.kind;
      const values = { kind, content, sourceBase: content, ...factsOf(content) };
      await assetsStore.save(sql, row, values, { change: 'imported', byName: caller.name });
    } else if (one.change === 'same') await assetsStore.setSourceBase(sql, row.id, content);
  }
  await assetsStore.delete(sql, projectId, gone);
}
