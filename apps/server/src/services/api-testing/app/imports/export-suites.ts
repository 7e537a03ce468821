import type { Variable } from '@touchstone/contracts/workspaces';
import { sharedWorkPool, WorkStopped } from '@touchstone/engine-assert';
import type { ExportFormat, ExportSource, ImportedVariable } from '@touchstone/engine-import';
import { AppError, sharedLoop } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor, SuiteVariables, Workspaces } from '../../../workspaces/index.ts';
import { stepOfScript } from '../../domain/imports/import-base.ts';
import { childPath } from '../../domain/suites/suite-folders.ts';
import { withoutSecrets } from '../../domain/suites/without-secrets.ts';
import type { Exported, ExportInput } from '../../domain/write-export.ts';
import { apiTestingErrors } from '../../errors.ts';
import { scriptsStore } from '../../store/scripts.store.ts';
import { type SuiteRow, suitesStore } from '../../store/suites.store.ts';
import type { OpenSuites } from '../suites/open-suites.ts';
import { scriptOfRow } from '../suites/stored-script.ts';

const exportLimitMs = 60_000;
const files: Record<ExportFormat, { extension: string; contentType: string }> = {
  postman: { extension: 'postman_collection.json', contentType: 'application/json' },
  openapi: { extension: 'openapi.json', contentType: 'application/json' },
  har: { extension: 'har', contentType: 'application/json' },
  curl: { extension: 'sh', contentType: 'text/plain; charset=utf-8' },
};

/** createExportSuites writes suites in the formats of other tools; literal credentials become variables. */
export function createExportSuites({
  platform,
  workspaces,
  access,
  suiteVariables,
}: {
  platform: Platform;
  workspaces: Workspaces;
  access: OpenSuites;
  suiteVariables: SuiteVariables;
}) {
  const { sql } = platform.database;
  return async function exportSuites(
    actor: Actor,
    input: { projectId: string; suiteIds?: string[]; format: ExportFormat },
  ) {
    const { project } = await workspaces.open(actor, input.projectId, 'edit');
    const chosen = input.suiteIds?.length
      ? await access.openSuites(actor, input.suiteIds, 'view')
      : (await suitesStore.listOfProject(sql, input.projectId)).filter(({ isChaining }) => !isChaining);
    if (chosen.some((suite) => suite.projectId !== input.projectId)) throw new AppError(apiTestingErrors.otherProject);
    const steps: string[] = [];
    const isOne = chosen.length === 1;
    for (const suite of chosen) {
      for await (const row of scriptsStore.readSuite(sql, suite.id)) {
        const write = () => {
          const script = scriptOfRow(platform.secrets, row);
          const step = stepOfScript(row.id, { ...script, authentication: withoutSecrets(script.authentication) });
          return JSON.stringify({ ...step, group: isOne ? step.group : childPath(suite.name, step.group) });
        };
        steps.push(await sharedLoop.run(write));
      }
    }
    const variables = exportedVariables(await suiteVariables.list(chosen.map((suite) => suite.id)));
    const { extension, contentType } = files[input.format];
    const title = chosen.length === 1 ? (chosen[0]?.name ?? project.name) : project.name;
    await platform.audit(actor, {
      action: 'project.exported',
      target: input.projectId,
      detail: { format: input.format, scripts: steps.length },
    });
    return {
      fileName: `${title.replace(/[^\w.-]+/g, '-').slice(0, 80)}.${extension}`,
      contentType,
      ...(await written(actor, { format: input.format, title, steps, variables, ...documentationOf(chosen) })),
    };
  };
}

/** Runs in a worker: writes any number of requests, and reads them again to find what was lost. */
async function written(owner: Actor, input: ExportInput): Promise<Exported> {
  const module = new URL('../../domain/write-export.ts', import.meta.url).href;
  const order = { module, name: 'writeExport', input, limitMs: exportLimitMs, subject: 'The export', owner };
  try {
    return await sharedWorkPool.run<Exported>(order);
  } catch (cause) {
    if (!(cause instanceof WorkStopped)) throw cause;
    throw new AppError(apiTestingErrors.exportTooLarge, { params: { reason: cause.message }, cause });
  }
}

/** A single suite is the collection itself; of several suites, each is a folder. */
function documentationOf(suites: SuiteRow[]): Partial<Omit<ExportSource, 'steps'>> {
  const servers = [...new Set(suites.flatMap(({ documentation }) => documentation.servers ?? []))];
  const [suite] = suites;
  if (suites.length === 1 && suite !== undefined) {
    const { description, documentation, folders } = suite;
    const { about } = documentation;
    return { servers, folders, ...(description === '' ? {} : { description }), ...(about && { about }) };
  }
  const folders = suites.flatMap(({ name, description, folders: own }) => [
    { path: name, ...(description === '' ? {} : { description }) },
    ...own.map((folder) => ({ ...folder, path: childPath(name, folder.path) })),
  ]);
  return { servers, folders };
}

/**
 * If several suites have a variable of the same name, the first is exported; secrets are exported without their values.
 */
function exportedVariables(rows: Variable[]): ImportedVariable[] {
  const byName = new Map<string, ImportedVariable>();
  for (const { name, value, isSecret, enabled, description } of rows)
    if (!byName.has(name))
      byName.set(name, {
        name,
        value,
        isSecret,
        ...(enabled ? {} : { enabled }),
        ...(description === '' ? {} : { description }),
      });
  return [...byName.values()];
}

export type ExportSuites = ReturnType<typeof createExportSuites>;
