export { type ImportedApi, importOpenApi } from './import-openapi.ts';
export type { ImportProblem } from './problems.ts';
