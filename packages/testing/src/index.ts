export { type AuditEntry, auditEntries } from './audit-entries.ts';
export { copyDataDir, newDataDir } from './data-dir.ts';
export { type DatabaseTargetServer, startDatabaseTarget } from './database-target.ts';
export { inLength } from './length.ts';
export { race } from './race.ts';
export { runProgram } from './run-program.ts';
export { type S3Server, startS3Server } from './s3-server.ts';
export { compileCache, type ServerProcess, serverProgram, startServerProcess } from './server-process.ts';
export { type ServerRoles, startServerRoles } from './server-roles.ts';
export { type ReceivedMail, type SmtpServer, startSmtpServer } from './smtp-server.ts';
export { createEmptyDatabase, createTestDatabase, databaseUrl, loopbackUrl } from './test-database.ts';
export { startTestPostgres, type TestPostgres } from './test-postgres.ts';
export {
  createTestServer,
  freePort,
  type TestServer,
  type TestServerOptions,
  type TestUser,
  testPassword,
} from './test-server.ts';
