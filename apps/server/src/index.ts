export { type App, createApp } from './app.ts';
export { readWholeConfig as readConfig } from './configuration.ts';
export { migrateAll } from './migrations.ts';
export type { Config } from './platform/config.ts';
export { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/database/embedded/embedded-postgres.ts';
export { createLog, createPlatform, type Platform } from './platform/platform.ts';
export { type AnyService, defineService } from './platform/service.ts';
export { add } from './platform/slots.ts';
export { identityService } from './services/identity/index.ts';
export { services } from './services/manifest.ts';
export {
  plainStep,
  type RunContext,
  type RunKind,
  type RunsDoor,
  reportHeader,
  runKinds,
  runsService,
} from './services/runs/index.ts';
export { userManagementService } from './services/user-management/index.ts';
