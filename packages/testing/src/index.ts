export { newDataDir } from './data-dir.ts';
export { type DatabaseTargetServer, startDatabaseTarget } from './database-target.ts';
export { compileCache, type ServerProcess, startServerProcess } from './server-process.ts';
export { createTestDatabase, databaseUrl } from './test-database.ts';
export { startTestPostgres } from './test-postgres.ts';
export {
  createTestServer,
  freePort,
  type TestServer,
  type TestServerOptions,
  type TestUser,
  testPassword,
} from './test-server.ts';
