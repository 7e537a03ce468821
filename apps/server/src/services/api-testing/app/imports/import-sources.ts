import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { ImportPreview, ImportSource } from '@touchstone/contracts/api-testing';
import type { ImportedStep } from '@touchstone/engine-import';
import { AppError, newId, sharedLoop } from '@touchstone/kernel';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { sourceName } from '../../domain/imports/import-base.ts';
import { readStepLines, stepLines } from '../../domain/step-lines.ts';
import { apiTestingErrors } from '../../errors.ts';
import { type ImportSourceRow, importSourcesStore } from '../../store/import-sources.store.ts';
import { type SourceWatchRow, sourceWatchesStore } from '../../store/source-watches.store.ts';
import type { OpenSuites } from '../suites/open-suites.ts';

/** Where a document came from. */
export type Origin = ({ fileName: string } | { address: string }) & { baseUrl?: string };

/** What is stored of an import so that the document's next version can be merged. */
export interface Kept {
  origin: Origin;
  /** The requests as imported, each with the id of the script created from it. */
  steps: ImportedStep[];
}

/** A source with its stored content. */
export interface OpenSource {
  row: ImportSourceRow;
  kept: Kept;
}

const place = (sourceId: string) => `api_testing.import_source.content:${sourceId}`;
const [compress, expand] = [promisify(gzip), promisify(gunzip)];

function* joined(lines: Iterable<string>): Generator<undefined, string> {
  let text = '';
  for (const line of lines) {
    text += line;
    yield;
  }
  return text;
}

/** createImportSources stores where the requests of a suite were imported from. */
export function createImportSources({ platform, access }: { platform: Platform; access: OpenSuites }) {
  const { database, secrets, clock } = platform;

  const columnsOf = async (sourceId: string, { origin, steps }: Kept) => {
    const packed = await compress(
      await sharedLoop.work(joined(stepLines({ origin, steps: [] } satisfies Kept, steps))),
    );
    return {
      name: sourceName(origin),
      isAddress: 'address' in origin,
      requestCount: steps.length,
      content: await sharedLoop.work(secrets.sealPieces([packed.toString('base64')], place(sourceId))),
    };
  };

  /** A suite's source, if the caller may see or edit the suite. */
  const find = async (
    actor: Actor,
    sourceId: string,
    need: 'view' | 'edit',
    sql: Sql = database.sql,
  ): Promise<ImportSourceRow> => {
    const row = await importSourcesStore.find(sql, actor.organizationId, sourceId);
    if (!row) throw new AppError(apiTestingErrors.importSourceNotFound);
    await access.openSuites(actor, [row.suiteId], need);
    return row;
  };
  const keptOf = async (row: Pick<ImportSourceRow, 'id' | 'content'>): Promise<Kept> => {
    const packed = await sharedLoop.work(secrets.openPieces(row.content, place(row.id)));
    const text = (await expand(Buffer.from(packed, 'base64'))).toString('utf8');
    const { head, steps } = await sharedLoop.work(readStepLines<Kept>(text));
    return steps.length === 0 ? head : { ...head, steps };
  };

  return {
    async remember(
      sql: Sql,
      source: Kept & {
        organizationId: string;
        suiteId: string;
        format: ImportPreview['format'];
        title: string;
        folder: string | null;
      },
    ): Promise<void> {
      const { origin, steps, ...columns } = source;
      const id = newId();
      await importSourcesStore.insert(sql, { id, ...columns, ...(await columnsOf(id, { origin, steps })) });
    },
    async replace(sql: Sql, sourceId: string, title: string, kept: Kept): Promise<void> {
      await importSourcesStore.update(sql, sourceId, { title, ...(await columnsOf(sourceId, kept)) });
      // A file has no address to watch.
      if ('address' in kept.origin) await sourceWatchesStore.restart(sql, sourceId, clock.now());
      else await sourceWatchesStore.delete(sql, sourceId);
    },
    /** A source of a suite the caller may edit, with its stored content. */
    async open(actor: Actor, sourceId: string, sql: Sql = database.sql): Promise<OpenSource> {
      const row = await find(actor, sourceId, 'edit', sql);
      return { row, kept: await keptOf(row) };
    },
    find,
    keptOf,
    async list(actor: Actor, suiteId: string): Promise<ImportSource[]> {
      await access.openSuites(actor, [suiteId], 'view');
      const rows = await importSourcesStore.listOfSuite(database.sql, suiteId);
      return rows.map((row) => sourceOf(row, actor));
    },
  };
}
export type ImportSources = ReturnType<typeof createImportSources>;

type Summary = Omit<ImportSource, 'sourceId' | 'importedAt' | 'watch'> & { id: string; updatedAt: Date };

/** sourceOf returns a source as returned to callers. */
export const sourceOf = (
  { source: { id, updatedAt, ...row }, watch }: { source: Summary; watch: SourceWatchRow | null },
  { userId }: Pick<Actor, 'userId'>,
): ImportSource => ({
  sourceId: id,
  importedAt: updatedAt.toISOString(),
  ...row,
  watch: watch && {
    everyMinutes: watch.everyMinutes,
    isFollowed: watch.followers.includes(userId),
    checkedAt: watch.checkedAt?.toISOString() ?? null,
    nextCheckAt: watch.nextCheckAt.toISOString(),
    changedAt: watch.changedAt?.toISOString() ?? null,
    changes: watch.changes,
    problem: watch.problem,
  },
});
