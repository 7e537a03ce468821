import type { TestProject } from 'vitest/node';
import { startTestPostgres } from '../../packages/testing/src/test-postgres.ts';

/** Starts one PostgreSQL for the tests of a room; they start no programs. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestPostgres();
  project.provide('postgresUrl', server.url);
  return () => server.stop();
}
