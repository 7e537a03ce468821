import type { MonitorImport } from '@touchstone/contracts/api-monitoring';
import type { ImportPreview } from '@touchstone/contracts/api-testing';
import type { ImportedVariable } from '@touchstone/engine-import';
import { AppError, newId } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import type { ApiTesting } from '../../../api-testing/index.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { targetOf } from '../../domain/definition.ts';
import {
  entryOfStep,
  type ImportEntry,
  type ImportFault,
  isFault,
  isSafe,
} from '../../domain/imports/import-entries.ts';
import { readUptimeKuma } from '../../domain/imports/uptime-kuma.ts';
import { apiMonitoringErrors } from '../../errors.ts';
import { importsStore } from '../../store/imports.store.ts';
import type { Open } from '../open.ts';

const keptMs = 86_400_000;
const placeOf = (importId: string): string => `api_monitoring.pending_import.content:${importId}`;

/** An uploaded document, waiting for the user's selection. */
export interface ReadImport {
  title: string;
  format: MonitorImport['format'];
  entries: ImportEntry[];
  problems: ImportFault[];
  variables: ImportedVariable[];
}
interface Given {
  projectId: string;
  baseUrl?: string | undefined;
}
type Files = { bytes: Buffer; fileName: string }[];

/** createImports reads documents of other tools and lists the entries that can be monitored; creates nothing yet. */
export function createImports({
  platform,
  open,
  apiTesting: { imports, openImport },
}: {
  platform: Platform;
  open: Open;
  apiTesting: Pick<ApiTesting, 'imports' | 'openImport'>;
}) {
  const { database, secrets, clock, jobs } = platform;
  jobs.handle('api-monitoring.pending-imports', () =>
    importsStore.deleteBefore(database.sql, new Date(clock.now().getTime() - keptMs)),
  );
  jobs.schedule('api-monitoring.pending-imports', '47 * * * *');

  const keep = async (caller: Actor, projectId: string, read: ReadImport): Promise<MonitorImport> => {
    const id = newId();
    const content = secrets.seal(JSON.stringify(read), placeOf(id));
    await importsStore.insert(database.sql, { id, projectId, createdBy: caller.userId, title: read.title, content });
    const { format, title, entries, problems } = read;
    return {
      importId: id,
      format,
      title,
      problems,
      entries: entries.map(({ name, folder, definition }, index) => ({
        index,
        name,
        kind: definition.kind,
        target: targetOf(definition, undefined),
        folder,
        isSafe: isSafe(definition),
      })),
    };
  };

  /** Request documents are parsed the same way as in API testing. */
  const ofPreview = async (
    caller: Actor,
    projectId: string,
    { importId, format }: ImportPreview,
    wanted: 'openapi' | 'postman',
  ): Promise<MonitorImport> => {
    if (format !== wanted) throw new AppError(apiMonitoringErrors.otherFormat, { params: { wanted: names[wanted] } });
    const { collection } = await openImport(caller, projectId, importId);
    const made = collection.steps.map(entryOfStep);
    return keep(caller, projectId, {
      title: collection.title,
      format: wanted,
      entries: made.filter((one) => !isFault(one)) as ImportEntry[],
      problems: [...collection.problems.map(({ place, reason }) => ({ place, reason })), ...made.filter(isFault)],
      variables: [...collection.variables, ...collection.environments.flatMap(({ variables }) => variables)],
    });
  };
  const withBase = ({ baseUrl }: Given) => (baseUrl === undefined ? {} : { baseUrl });

  return {
    async fromUrl(caller: Actor, given: Given & { url: string }, wanted: 'openapi' | 'postman', signal: AbortSignal) {
      const { projectId, url } = given;
      await open.project(caller, projectId, 'edit');
      const preview = await imports.fromUrl(caller, { projectId, url, ...withBase(given) }, signal);
      return ofPreview(caller, projectId, preview, wanted);
    },
    async fromFiles(
      caller: Actor,
      given: Given & { files: Files; signal: AbortSignal },
      wanted: 'openapi' | 'postman',
    ): Promise<MonitorImport> {
      const { projectId, files, signal } = given;
      const preview = await imports.fromFiles(caller, { projectId, files, signal, ...withBase(given) });
      return ofPreview(caller, projectId, preview, wanted);
    },
    async fromUptimeKuma(caller: Actor, projectId: string, [file]: Files): Promise<MonitorImport> {
      const read = readUptimeKuma(new TextDecoder().decode(file?.bytes));
      if (!read)
        throw new AppError(apiMonitoringErrors.otherFormat, { params: { wanted: 'backup of Uptime Kuma (JSON)' } });
      const title = 'Uptime Kuma';
      return keep(caller, projectId, { title, format: 'uptime-kuma', variables: [], ...read });
    },
    /** Returns a document that is waiting for a selection. */
    async find(projectId: string, importId: string): Promise<ReadImport> {
      const row = await importsStore.find(database.sql, projectId, importId);
      if (!row) throw new AppError(apiMonitoringErrors.importNotFound);
      return JSON.parse(secrets.open(row.content, placeOf(importId))) as ReadImport;
    },
  };
}
/** Imports reads documents of other tools. */
export type Imports = ReturnType<typeof createImports>;

const names = { openapi: 'OpenAPI document', postman: 'Postman collection' };
