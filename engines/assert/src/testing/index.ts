export { runJsonPathSuite } from './json-path-suite.ts';
export {
  runOfficialSchemaSuite,
  runOwnSchemaCases,
  runPublishedSchemaTests,
  type SuiteOutcome,
} from './schema-suite.ts';
