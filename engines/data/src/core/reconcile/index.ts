export { type ApiRows, type ApiRowsQuery, readApiRows } from './api-rows.ts';
export { cellText } from './cell-text.ts';
export {
  type Cell,
  type CellPair,
  type ColumnMapping,
  type ColumnType,
  type CompareAs,
  type CompareRule,
  type DifferenceKind,
  differenceKinds,
  type KeyColumn,
  MappingProblem,
  type QueryColumn,
  type ReconcileCounts,
  type ReconcilePlan,
  type ReconcileResult,
  type RowDifference,
} from './plan.ts';
export { RowReconciler } from './reconcile-rows.ts';
export { type MappingSample, type MappingSuggestion, suggestMapping } from './suggest-mapping.ts';
