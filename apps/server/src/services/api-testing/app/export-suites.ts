import type { HttpStep } from '@touchstone/engine-http';
import { exportCurl, exportHar, exportOpenApi, exportPostman, type ImportedVariable } from '@touchstone/engine-import';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import { toHttpStep } from '../domain/functional-plan.ts';
import { withoutSecrets } from '../domain/without-secrets.ts';
import { apiTestingErrors } from '../errors.ts';
import { environmentsStore, type VariableRow } from '../store/environments.store.ts';
import { scriptsStore } from '../store/scripts.store.ts';
import { suitesStore } from '../store/suites.store.ts';
import { openAuthentication } from './scripts.ts';
import type { Actor, Workspaces } from './workspaces.ts';

export type ExportFormat = 'postman' | 'openapi' | 'har' | 'curl';
type Source = { title: string; steps: HttpStep[]; variables: ImportedVariable[] };

const maxSuites = 1000;
const formats: Record<ExportFormat, { extension: string; contentType: string; write(source: Source): string }> = {
  postman: {
    extension: 'postman_collection.json',
    contentType: 'application/json',
    write: (source) => exportPostman(source),
  },
  openapi: { extension: 'openapi.json', contentType: 'application/json', write: (source) => exportOpenApi(source) },
  har: { extension: 'har', contentType: 'application/json', write: (source) => exportHar(source) },
  curl: {
    extension: 'sh',
    contentType: 'text/plain; charset=utf-8',
    write: ({ steps }) =>
      `${steps.map((step) => `# ${step.name.replace(/[\r\n]+/g, ' ')}\n${exportCurl(step)}`).join('\n\n')}\n`,
  },
};

/** createExportSuites writes suites in the formats of other tools; literal credentials become variables. */
export function createExportSuites({ platform, workspaces }: { platform: Platform; workspaces: Workspaces }) {
  const { sql } = platform.database;
  return async function exportSuites(
    actor: Actor,
    input: { projectId: string; suiteIds?: string[]; format: ExportFormat },
  ) {
    const { project } = await workspaces.open(actor, input.projectId, 'edit');
    const chosen = input.suiteIds?.length
      ? await workspaces.openSuites(actor, input.suiteIds, 'view')
      : (await suitesStore.list(sql, { projectId: input.projectId, isChaining: false }, { page: 0, size: maxSuites }))
          .rows;
    if (chosen.some((suite) => suite.projectId !== input.projectId)) throw new AppError(apiTestingErrors.otherProject);
    const steps: HttpStep[] = [];
    for (const suite of chosen) {
      for await (const row of scriptsStore.readSuite(sql, suite.id)) {
        const step = toHttpStep(
          { stepId: row.id, suiteId: suite.id, document: row.document },
          withoutSecrets(openAuthentication(platform.secrets, row)),
        );
        steps.push({ ...step, group: suite.name });
      }
    }
    const variables = exportedVariables(
      await environmentsStore.listSuiteVariables(
        sql,
        chosen.map((suite) => suite.id),
      ),
    );
    const { extension, contentType, write } = formats[input.format];
    const title = chosen.length === 1 ? (chosen[0]?.name ?? project.name) : project.name;
    await platform.audit(actor, {
      action: 'project.exported',
      target: input.projectId,
      detail: { format: input.format, scripts: steps.length },
    });
    return {
      fileName: `${title.replace(/[^\w.-]+/g, '-').slice(0, 80)}.${extension}`,
      contentType,
      text: write({ title, steps, variables }),
    };
  };
}
/** Of variables with the same name in several suites the first is written; a secret keeps its name and loses its value. */
function exportedVariables(rows: VariableRow[]): ImportedVariable[] {
  const byName = new Map<string, ImportedVariable>();
  for (const { name, value, isSecret } of rows)
    if (!byName.has(name)) byName.set(name, { name, value: isSecret ? '' : value, isSecret });
  return [...byName.values()];
}

export type ExportSuites = ReturnType<typeof createExportSuites>;
