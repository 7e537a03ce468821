import { runProgram } from './run-program.ts';
import { startTestPostgres } from './test-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** Starts one PostgreSQL for the entire test run, and builds the program that tests start as processes. */
export default async function setup(project: {
  provide(key: 'postgresUrl', value: string): void;
}): Promise<() => Promise<void>> {
  const [server, build] = await Promise.all([startTestPostgres(), runProgram('tools/build-program.ts', [], {})]);
  if (build.code !== 0) throw new Error(`The program could not be built:\n${build.errors}`);
  project.provide('postgresUrl', server.url);
  return () => server.stop();
}
