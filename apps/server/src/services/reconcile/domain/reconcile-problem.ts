/** ReconcileProblem says in one sentence why two sides couldn't be compared, and what to do. */
export class ReconcileProblem extends Error {
  override name = 'ReconcileProblem';
}

/** rowLimitProblem returns the problem of a side with more rows than the plan allows. */
export const rowLimitProblem = (side: string, limit: number): ReconcileProblem =>
  new ReconcileProblem(
    `${side} more than ${limit.toLocaleString('en-US')} rows, the limit of your plan (API_DB_RECONCILE_ROWS). Narrow it down, or upgrade the plan. Nothing was compared.`,
  );
