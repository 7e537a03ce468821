export { encryptKey, makeCertificate, makePfx, type TestCertificate } from './certificates.ts';
export { runJsonPathSuite } from './json-path-suite.ts';
export { startHttps } from './local-server.ts';
export {
  runOfficialSchemaSuite,
  runOwnSchemaCases,
  runPublishedSchemaTests,
  type SuiteOutcome,
} from './schema-suite.ts';
