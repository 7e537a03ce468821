import type { MappingSuggestion, QueryPreview, ResponsePreview } from '@touchstone/contracts/reconcile';
import { cellText, readRowsOfResponse, suggestMappingFor } from '@touchstone/engine-data';
import { createHttpSession } from '@touchstone/engine-http';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import type { ApiTesting } from '../../api-testing/index.ts';
import { type Actor, openScopes, sessionOptions, type Variables } from '../../workspaces/index.ts';
import { ReconcileProblem } from '../domain/reconcile-problem.ts';
import { formatOf } from '../domain/to-plan.ts';
import { reconcileErrors } from '../errors.ts';
import {
  assertAnswered,
  type CompareScope,
  type CompareSides,
  textOfResponse,
  withReasons,
  workOf,
} from './compare-sides.ts';
import type { OpenReconciliation } from './open-reconciliation.ts';

const previewRows = 20;
/** Rows from which a mapping is suggested. */
const sampleRows = 50;
const maxResponseBytes = 64 * 1024 * 1024;

interface QueryInput {
  projectId: string;
  environmentId: string | null;
  databaseConfigurationId: string;
  query: string;
  timeoutMs: number;
}
interface RequestInput {
  projectId: string;
  scriptId: string;
  environmentId: string | null;
}

/** createPreviewSides returns what both sides of a reconciliation contain, before it is saved. Stores nothing. */
export function createPreviewSides(needs: {
  platform: Platform;
  access: OpenReconciliation;
  sides: CompareSides;
  requestSender: ApiTesting['requestSender'];
  variables: Variables;
}) {
  const { platform, access, sides, requestSender, variables } = needs;

  /** Runs with the variables of an environment. */
  const withVariables = async <T>(
    caller: Actor,
    input: { projectId: string; environmentId: string | null },
    signal: AbortSignal,
    work: (scope: CompareScope) => Promise<T>,
  ): Promise<T> => {
    const { organizationId, userId } = caller;
    const { projectId } = input;
    const { rowLimit } = await access.openPro(caller, projectId);
    const planned = await variables.plan(caller, projectId, input.environmentId ?? undefined);
    const { scopes } = openScopes(platform, planned.scopes);
    const session = createHttpSession({
      ...sessionOptions(platform, { organizationId, projectId }),
      scopes,
      owner: caller,
    });
    const variable = (name: string) => {
      const { text, unresolved } = session.resolve(`{{${name}}}`);
      return unresolved.length > 0 ? undefined : text;
    };
    try {
      return await work({ organizationId, projectId, userId, rowLimit, signal, variable });
    } finally {
      await session.close();
    }
  };

  const firstRows = async (scope: CompareScope, input: QueryInput, count: number) => {
    const { columns, batches, close } = await withReasons(sides.ask(scope, input, count + 1));
    try {
      const rows = (await withReasons(Array.fromAsync(batches))).flat();
      return { columns, rows: rows.slice(0, count), hasMore: rows.length > count };
    } finally {
      close();
    }
  };

  const send = async (caller: Actor, input: RequestInput, signal: AbortSignal) => {
    const found = await requestSender.find(caller.organizationId, input.scriptId);
    if (found?.projectId !== input.projectId) throw new AppError(reconcileErrors.otherProject);
    const planned = await requestSender.plan(caller, input);
    const place = { organizationId: caller.organizationId, projectId: input.projectId, userId: caller.userId };
    const request = await requestSender.open(planned, place, { maxResponseBytes });
    try {
      return assertAnswered(await request.send(signal));
    } finally {
      await request.close();
    }
  };

  return {
    query: (caller: Actor, input: QueryInput, signal: AbortSignal): Promise<QueryPreview> =>
      withVariables(caller, input, signal, async (scope) => {
        const { columns, rows, hasMore } = await firstRows(scope, input, previewRows);
        return { columns, rows: rows.map((row) => row.map(cellText)), hasMore };
      }).catch(refuse),

    response: (
      caller: Actor,
      input: RequestInput & { rowPath: string },
      signal: AbortSignal,
    ): Promise<ResponsePreview> =>
      withVariables(caller, input, signal, async (scope) => {
        const response = await send(caller, input, signal);
        const text = textOfResponse(response);
        const format = formatOf(response.body.contentType, text);
        const query = { format, rowPath: input.rowPath, paths: [format === 'xml' ? '.' : '$'], maxRows: previewRows };
        const shown = { status: response.status, format };
        return withReasons(readRowsOfResponse(text, query, workOf(scope))).then(
          ({ rows, total }) => ({ ...shown, total, rows: rows.map(([row]) => cellText(row) ?? 'null'), problem: null }),
          (error: Error) => ({ ...shown, total: 0, rows: [], problem: error.message }),
        );
      }).catch(refuse),

    mapping: (caller: Actor, input: RequestInput & QueryInput, signal: AbortSignal): Promise<MappingSuggestion> =>
      withVariables(caller, input, signal, async (scope) => {
        const { columns, rows } = await firstRows(scope, input, sampleRows);
        const response = await send(caller, input, signal);
        const responseText = textOfResponse(response);
        const format = formatOf(response.body.contentType, responseText);
        const sample = { responseText, format, columns, databaseRows: rows };
        const found = await withReasons(suggestMappingFor(sample, workOf(scope)));
        const text = { ignoreCase: false, trim: false };
        return {
          rowPath: found.rowPath,
          unmatched: found.unmatched,
          keys: found.keys.map(({ apiPath, dbColumn, compareAs }) => ({ apiPath, dbColumn, compareAs, ...text })),
          columns: found.columns.map(({ apiPath, dbColumn, compareAs }) => {
            const rule = { tolerance: null, nullEqualsEmpty: false, ...text };
            return { apiPath, dbColumn, compareAs, ...rule };
          }),
        };
      }).catch(refuse),
  };
}
/** PreviewSides returns what both sides of a reconciliation contain. */
export type PreviewSides = ReturnType<typeof createPreviewSides>;

function refuse(error: unknown): never {
  if (error instanceof ReconcileProblem)
    throw new AppError(reconcileErrors.failed, { params: { reason: error.message } });
  throw error;
}
