import { migrationsOf } from './platform/compose-services.ts';
import { type MigrateOptions, migrate } from './platform/database/migrate/migrate.ts';
import type { MigrationSet } from './platform/database/migrate/migration-files.ts';
import type { Database } from './platform/database/pool.ts';
import { services } from './services/manifest.ts';

/** The checked-in migrations of the platform and of every service. */
export const migrationSets: MigrationSet[] = [
  { service: 'platform', folder: new URL('./platform/database/migrations/', import.meta.url) },
  ...migrationsOf(services),
];

/** migrateAll migrates the tables of every service to the current version. */
export const migrateAll = (database: Database, options?: MigrateOptions): Promise<number> =>
  migrate(database, migrationSets, options);
