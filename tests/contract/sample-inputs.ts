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
