import { planLimit } from '../subscription/index.ts';

export const reconcileLimits = {
  API_DB_RECONCILE_ROWS: planLimit('Rows of each side that a reconciliation may compare; 0: not offered', 0, 500),
};
