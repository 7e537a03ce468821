import type { PrerequisiteAction } from '@touchstone/contracts/api-testing';
import type { DatabaseKind } from '@touchstone/contracts/workspaces';

export const kindLabels: Record<PrerequisiteAction['kind'], string> = {
  script: 'Request',
  database: 'Database',
  javascript: 'JavaScript',
};

export const databaseLabels: Record<DatabaseKind, string> = {
  postgresql: 'PostgreSQL',
  mysql: 'MySQL or MariaDB',
  sqlServer: 'SQL Server',
  oracle: 'Oracle',
  mongodb: 'MongoDB',
};
