export * from './core/index.ts';
export { fakerNames, loadDynamicValues } from './node/dynamic-names.ts';
export { type FakeValues, loadFakeValues } from './node/fake-values.ts';
export { type ReadRowsOptions, type RowSource, readRows } from './node/read-rows.ts';
export { type ReconcileWork, readRowsOfResponse, suggestMappingFor } from './node/reconcile.ts';
