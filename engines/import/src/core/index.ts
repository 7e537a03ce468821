export { importJmeter } from './import-jmeter.ts';
export { type ImportedApi, importOpenApi } from './import-openapi.ts';
export { importWsdl, type WsdlOptions } from './import-wsdl.ts';
export type { ImportedCollection, ImportedVariable } from './imported-collection.ts';
export type { RequestPart } from './merge-parts.ts';
export { type MergedRequest, mergeReimport, type ReimportMerge } from './merge-reimport.ts';
export type { ImportProblem } from './problems.ts';
