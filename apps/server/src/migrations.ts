import { existsSync } from 'node:fs';
import { type MigrationSet, migrate } from './platform/database/migrate.ts';
import type { Database } from './platform/database/pool.ts';

/** The checked-in tables of every service. */
export const migrationSets: MigrationSet[] = [
  { service: 'platform', folder: new URL('./platform/database/migrations/', import.meta.url) },
  ...[
    'user-management',
    'subscription',
    'identity',
    'runs',
    'notifications',
    'api-testing',
    'sample-api',
    'virtual-users',
    'performance',
    'dashboard',
    'feature-flags',
  ].map((service) => ({
    service,
    folder: new URL(`./services/${service}/store/migrations/`, import.meta.url),
  })),
].filter((set) => existsSync(set.folder));

/** migrateAll brings the tables of every service up to date; `onNew` may refuse a database without any. */
export const migrateAll = (database: Database, onNew?: () => Promise<void>): Promise<number> =>
  migrate(database, migrationSets, onNew);
