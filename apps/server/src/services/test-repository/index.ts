import { defineService } from '../../platform/service.ts';
import { repositoryErrors } from './errors.ts';
import { createTestRepository, needs, type TestRepository } from './service.ts';

export type { NewPrint } from './app/healing/element-prints.ts';
export type { RunnableScript } from './app/read-for-run.ts';
export type { RunnableFunction } from './app/steps.ts';
export { type KeptHealing, keptHealing, shownHealing } from './domain/healing.ts';
export type { Repository, TestRepository } from './service.ts';

/** testRepositoryService is the service that stores keyword scripts for the services that run them; see the README. */
export const testRepositoryService = defineService<TestRepository, typeof needs>({
  name: 'test-repository',
  needs,
  errors: repositoryErrors,
  migrations: new URL('./store/migrations/', import.meta.url),
  create: createTestRepository,
});
