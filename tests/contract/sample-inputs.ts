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

/** A load of one iteration. */
export const samplePerformance = { load: { type: 'shared-iterations' as const, vus: 1, iterations: 1 } };

/** A reconciliation of a request and a database. */
export const sampleReconciliation = (sides: { scriptId: string; databaseConfigurationId: string }) => ({
  ...sides,
  name: 'R',
  query: 'select 1 as id',
  keys: [{ apiPath: 'id', dbColumn: 'id' }],
});
