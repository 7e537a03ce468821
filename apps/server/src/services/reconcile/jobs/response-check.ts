import type { Platform } from '../../../platform/platform.ts';
import type { ResponseCheck } from '../../api-testing/index.ts';
import type { CompareSides } from '../app/compare-sides.ts';
import type { OpenReconciliation } from '../app/open-reconciliation.ts';
import { toCompared } from '../app/plan-reconciliation.ts';
import { ReconcileProblem } from '../domain/reconcile-problem.ts';
import { type ReconciliationRow, reconciliationsStore } from '../store/reconciliations.store.ts';

/** Differences listed by an assertion. */
const maxReportedDifferences = 20;

type Judged = Awaited<ReturnType<ResponseCheck['judge']>>[number];

/**
 * createResponseCheck lets functional runs compare a request's response with a query, as an assertion "Matches
 * database".
 */
export function createResponseCheck(needs: {
  platform: Platform;
  sides: CompareSides;
  access: Pick<OpenReconciliation, 'rowLimitOf'>;
}): ResponseCheck {
  const { platform, sides, access } = needs;
  const { sql } = platform.database;
  return {
    async scriptsOf(scope) {
      if ((await access.rowLimitOf(scope.organizationId)) === 0) return new Set();
      return new Set((await reconciliationsStore.listChecks(sql, scope)).map(({ scriptId }) => scriptId));
    },
    async judge({ organizationId, projectId, scriptId, userId, response, variable, signal }) {
      const rows = await reconciliationsStore.listChecks(sql, { organizationId, projectId, scriptId });
      const rowLimit = await access.rowLimitOf(organizationId);
      const scope = { organizationId, projectId, userId, rowLimit, signal, variable };
      const judgeOne = async (row: ReconciliationRow): Promise<Judged> => {
        const fields = toCompared({ ...row, ...row.definition });
        try {
          const apiRows = await sides.readApi(response, fields, scope);
          const { agrees, summary, differences } = await sides.compare(apiRows, fields, {
            ...scope,
            keep: maxReportedDifferences,
          });
          return toResult(row.name, agrees, summary, differences);
        } catch (error) {
          if (!(error instanceof ReconcileProblem)) throw error;
          return toResult(row.name, false, error.message, []);
        }
      };
      const found: Judged[] = [];
      for (const row of rows) found.push(await judgeOne(row));
      return found;
    },
  };
}

type Differences = Awaited<ReturnType<CompareSides['compare']>>['differences'];

function toResult(name: string, agrees: boolean, summary: string, differences: Differences): Judged {
  const faults = differences.slice(0, maxReportedDifferences).map((one) => ({
    place: one.key.map((part) => part ?? '–').join(' · '),
    message: sentenceOf(one),
  }));
  return {
    kind: 'script',
    path: `Matches database: ${name}`,
    operator: 'equals',
    status: agrees ? 'passed' : 'failed',
    message: `Matches database: ${summary}`,
    ...(faults.length > 0 && { faults }),
  };
}

const sides = { api: 'API', database: 'database' };

function sentenceOf({ kind, side = 'api', cells }: Differences[number]): string {
  switch (kind) {
    case 'onlyInApi':
      return 'Only in the API';
    case 'onlyInDatabase':
      return 'Only in the database';
    case 'duplicateKey':
      return `Duplicate key in the ${sides[side]}`;
    case 'missingKey':
      return `Row without a key in the ${sides[side]}`;
    case 'different':
      return cells
        .filter(({ isEqual }) => !isEqual)
        .map(({ column, api, database }) => `${column}: API ${api ?? '–'}, database ${database ?? '–'}`)
        .join('; ');
  }
}
