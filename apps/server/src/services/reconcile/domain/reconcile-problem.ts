/** ReconcileProblem says in one sentence why two sides could not be compared, and what to do. */
export class ReconcileProblem extends Error {
  override name = 'ReconcileProblem';
}

/** rowLimitProblem tells that a side has more rows than a plan allows. */
export const rowLimitProblem = (side: string, limit: number): ReconcileProblem =>
  new ReconcileProblem(
    `${side} more than ${limit.toLocaleString('en-US')} rows, the limit of your plan (API_DB_RECONCILE_ROWS). Narrow it down, or upgrade the plan. Nothing was compared.`,
  );
