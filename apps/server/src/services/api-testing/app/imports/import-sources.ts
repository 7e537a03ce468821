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
import type { OpenSuites } from '../suites/open-suites.ts';

/** Where a document came from. */
export type Origin = ({ fileName: string } | { address: string }) & { baseUrl?: string };

/** What is kept of an import, so that the next version of its document can be merged. */
interface Kept {
  origin: Origin;
  /** The requests as they were imported, each with the id of the script that it became. */
  steps: ImportedStep[];
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

/** createImportSources remembers the documents that the requests of a suite came from. */
export function createImportSources({ platform, access }: { platform: Platform; access: OpenSuites }) {
  const { database, secrets } = platform;

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
    },
    /** A source of a suite that the caller may edit, with what is kept of it. */
    async open(actor: Actor, sourceId: string, sql: Sql = database.sql): Promise<{ row: ImportSourceRow; kept: Kept }> {
      const row = await importSourcesStore.find(sql, actor.organizationId, sourceId);
      if (!row) throw new AppError(apiTestingErrors.importSourceNotFound);
      await access.openSuites(actor, [row.suiteId], 'edit');
      const packed = await sharedLoop.work(secrets.openPieces(row.content, place(row.id)));
      const text = (await expand(Buffer.from(packed, 'base64'))).toString('utf8');
      const { head, steps } = await sharedLoop.work(readStepLines<Kept>(text));
      return { row, kept: steps.length === 0 ? head : { ...head, steps } };
    },
    async list(actor: Actor, suiteId: string): Promise<ImportSource[]> {
      await access.openSuites(actor, [suiteId], 'view');
      const rows = await importSourcesStore.listOfSuite(database.sql, suiteId);
      return rows.map(({ id, updatedAt, ...row }) => ({
        sourceId: id,
        importedAt: updatedAt.toISOString(),
        ...row,
      }));
    },
  };
}
export type ImportSources = ReturnType<typeof createImportSources>;
