export { runJsonPathSuite } from './json-path-suite.ts';
export { runOfficialSchemaTests, runOwnSchemaCases, type SuiteOutcome } from './schema-suite.ts';
