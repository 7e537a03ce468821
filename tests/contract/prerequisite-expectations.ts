import { type Example, type Expectation, fresh } from './expectation.ts';

const path = (line: string) => line.replace(' ', ' /services/api-testing');
const reads: Expectation = { stranger: 404, outsider: 404, guest: 200, colleague: 200, owner: 200 };
const writes = (status = 200): Expectation => ({
  stranger: 404,
  outsider: 404,
  guest: 403,
  colleague: status,
  owner: status,
});
const destroys: Expectation = { ...writes(), colleague: 'destroys', owner: 'destroys' };

/** Lines of prerequisites and database configurations. */
export const prerequisiteExpectations: Record<string, Expectation> = {
  [path('GET /api/pre-requisite')]: reads,
  [path('POST /api/pre-requisite')]: writes(201),
  [path('PUT /api/pre-requisite')]: writes(),
  [path('DELETE /api/pre-requisite')]: destroys,
  [path('PUT /api/pre-requisite/reorder')]: writes(409),
  [path('POST /api/pre-requisite/run')]: writes(201),
  [path('PUT /api/pre-requisite/retry')]: writes(409),
  [path('GET /api/database-configurations')]: reads,
  [path('POST /api/database-configurations')]: writes(201),
  [path('PUT /api/database-configurations')]: writes(),
  [path('DELETE /api/database-configurations')]: destroys,
  [path('POST /api/database-configurations/test-connection')]: { ...writes(), isCostly: true },
};

export const samplePrerequisite = { name: 'P', action: { kind: 'javascript' as const, code: '1' } };
export const sampleDatabase = {
  name: 'D',
  kind: 'postgresql' as const,
  host: '127.0.0.1',
  port: 9,
  databaseName: 'd',
  username: 'u',
  password: 'p',
  tls: 'off' as const,
};

/** Calls that name the owner's sample prerequisite and database. */
export function prerequisiteExamples(ids: Record<string, string>): Record<string, Example> {
  const { projectId, prerequisiteId, databaseConfigurationId, runId } = ids;
  return {
    [path('POST /api/pre-requisite')]: { body: { projectId, ...samplePrerequisite, name: fresh('Made') } },
    [path('PUT /api/pre-requisite')]: { body: { prerequisiteId, enabled: true } },
    [path('PUT /api/pre-requisite/reorder')]: { body: { projectId, prerequisiteIds: [runId] } },
    [path('POST /api/pre-requisite/run')]: { body: { projectId, prerequisiteIds: [prerequisiteId] } },
    [path('PUT /api/pre-requisite/retry')]: { body: { runId } },
    [path('POST /api/database-configurations')]: { body: { projectId, ...sampleDatabase, name: fresh('Made') } },
    [path('PUT /api/database-configurations')]: {
      body: { databaseConfigurationId, ...sampleDatabase, caCertificate: '' },
    },
    [path('POST /api/database-configurations/test-connection')]: { body: { databaseConfigurationId } },
  };
}
