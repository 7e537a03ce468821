import type { ReconciliationFields } from '@touchstone/contracts/reconcile';
import { decodeText } from '@touchstone/engine-assert';
import { type QueryColumn, type ReconcileResult, RowReconciler, readRowsOfResponse } from '@touchstone/engine-data';
import type { HttpStepResult, ReceivedResponse } from '@touchstone/engine-http';
import { variableNames } from '@touchstone/engine-http';
import { sharedLoop, type WorkOwner } from '@touchstone/kernel';
import { isFailedStatement } from '../../../platform/database/outage.ts';
import type { AskDatabases, Databases } from '../../workspaces/index.ts';
import { ReconcileProblem, rowLimitProblem } from '../domain/reconcile-problem.ts';
import { formatOf, toPlan } from '../domain/to-plan.ts';

/** Rows of each side if the plan has no limit. */
const maxRows = 1_000_000;

/** The part of a reconciliation that the comparison needs. */
export type ComparedFields = Pick<
  ReconciliationFields,
  | 'rowPath'
  | 'keys'
  | 'columns'
  | 'timeZone'
  | 'allowOnlyInApi'
  | 'allowOnlyInDatabase'
  | 'databaseConfigurationId'
  | 'query'
  | 'timeoutMs'
>;

/** On whose behalf two sides are compared. */
export interface CompareScope {
  organizationId: string;
  projectId: string;
  userId: string;
  /** Null: the plan has no limit. */
  rowLimit: number | null;
  signal: AbortSignal;
  /** Value of a variable of the query; undefined if unset. */
  variable(name: string): string | undefined;
}

/** Rows of a response: the cells of the keys, then those of the columns. */
export type ReadRows = unknown[][];

/**
 * createCompareSides reads the rows of a response, and compares them with those of a query. Throws a ReconcileProblem
 * if that isn't possible.
 */
export function createCompareSides({ databases, askDatabases }: { databases: Databases; askDatabases: AskDatabases }) {
  const openTarget = async (scope: CompareScope, id: string) => {
    const target = await databases.findTarget(scope, id);
    if (!target) throw new ReconcileProblem('Its database configuration was deleted. Choose another one.');
    return target;
  };
  const ask = async (scope: CompareScope, fields: QueryFields, maxRows: number, paths?: readonly string[]) => {
    const target = await openTarget(scope, fields.databaseConfigurationId);
    const query = { text: fields.query, values: valuesOf(scope, fields.query), maxRows, ...(paths && { paths }) };
    const { timeoutMs } = fields;
    const rows = await askDatabases.read(target, query, { timeoutMs, signal: scope.signal });
    return { ...rows, name: target.name };
  };

  return {
    openTarget,
    ask,
    /** The rows of a response, after checking that it can have some. */
    async readApi(response: ReceivedResponse, fields: ComparedFields, scope: CompareScope): Promise<ReadRows> {
      const text = textOfResponse(response);
      const limit = scope.rowLimit ?? maxRows;
      const paths = [...fields.keys, ...fields.columns].map(({ apiPath }) => apiPath);
      const query = {
        format: formatOf(response.body.contentType, text),
        rowPath: fields.rowPath,
        paths,
        maxRows: limit,
      };
      const { rows, total } = await withReasons(readRowsOfResponse(text, query, workOf(scope)));
      if (total > limit) throw rowLimitProblem('The response has', limit);
      return rows;
    },
    /** Compares rows while they are read; `onRows` receives the number of rows the query has returned so far. */
    async compare(
      apiRows: ReadRows,
      fields: ComparedFields,
      scope: CompareScope & { keep: number; onRows?: (count: number) => void },
    ): Promise<ReconcileResult & { databaseName: string }> {
      const limit = scope.rowLimit ?? maxRows;
      const names = [...fields.keys, ...fields.columns].map(({ dbColumn }) => dbColumn);
      const { columns, batches, close, name } = await ask(scope, fields, limit + 1, [...new Set(names)]).catch(
        asProblem,
      );
      try {
        const reconciler = new RowReconciler(toPlan(fields, scope.keep), apiRows, columns);
        const places = placesOf(names, columns);
        await sharedLoop.work(reconciler.readApi());
        for await (const batch of batches) {
          if (reconciler.counts.databaseRows + batch.length > limit) throw rowLimitProblem('The query gives', limit);
          for (const row of batch) reconciler.take(places.map((place) => row[place]));
          scope.onRows?.(reconciler.counts.databaseRows);
        }
        return { ...reconciler.finish(), databaseName: name };
      } catch (error) {
        return asProblem(error);
      } finally {
        close();
      }
    },
  };
}
/** CompareSides compares the rows of a response with those of a query. */
export type CompareSides = ReturnType<typeof createCompareSides>;
type QueryFields = Pick<ComparedFields, 'databaseConfigurationId' | 'query' | 'timeoutMs'>;

/** assertAnswered throws if a request got no response, or an error. */
export function assertAnswered(result: HttpStepResult): ReceivedResponse {
  if (result.error) throw new ReconcileProblem(`The request failed: ${result.error.message}`);
  const { response } = result;
  if (!response)
    throw new ReconcileProblem(
      result.skippedByScript ? 'A script skipped the request.' : 'The request got no response.',
    );
  return response;
}

/** textOfResponse returns the entire text of a successful response. */
export function textOfResponse({ status, statusText, body }: ReceivedResponse): string {
  if (status >= 400)
    throw new ReconcileProblem(
      `The response is an error: ${`${status} ${statusText}`.trim()}. Correct the request first.`,
    );
  if (body.truncated)
    throw new ReconcileProblem('The response is too large to be kept whole. Make the request return fewer rows.');
  return decodeText(body);
}

export const workOf = ({
  organizationId,
  userId,
  signal,
}: CompareScope): { owner: WorkOwner; signal: AbortSignal } => ({
  owner: { organizationId, userId },
  signal,
});

/** Messages of the engine and drivers are meant for users. */
const asProblem = (error: unknown): never => {
  if (error instanceof ReconcileProblem || error instanceof TypeError || isFailedStatement(error)) throw error;
  throw new ReconcileProblem(error instanceof Error ? error.message : String(error));
};
export const withReasons = <T>(promise: Promise<T>): Promise<T> => promise.catch(asProblem);

function valuesOf(scope: Pick<CompareScope, 'variable'>, query: string): Record<string, string> {
  const values: Record<string, string> = {};
  for (const name of variableNames(query)) {
    const value = scope.variable(name);
    if (value === undefined) throw new ReconcileProblem(`The variable ${name} has no value.`);
    values[name] = value;
  }
  return values;
}

const placesOf = (names: readonly string[], columns: readonly QueryColumn[]): number[] =>
  names.map((name) => columns.findIndex((column) => column.name === name));
