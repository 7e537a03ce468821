export { importJmeter } from './import-jmeter.ts';
export { type ImportedApi, importOpenApi } from './import-openapi.ts';
export { importWsdl, type WsdlOptions } from './import-wsdl.ts';
export type { ImportedCollection, ImportedVariable } from './imported-collection.ts';
export type { ImportProblem } from './problems.ts';
