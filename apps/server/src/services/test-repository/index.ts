import { defineService } from '../../platform/service.ts';
import { repositoryErrors } from './errors.ts';
import { createTestRepository, needs, type TestRepository } from './service.ts';

export type { RunnableScript } from './app/read-for-run.ts';
export type { Repository, TestRepository } from './service.ts';

/** testRepositoryService keeps keyword scripts for the services that run them; see the README. */
export const testRepositoryService = defineService<TestRepository, typeof needs>({
  name: 'test-repository',
  needs,
  errors: repositoryErrors,
  migrations: new URL('./store/migrations/', import.meta.url),
  create: createTestRepository,
});
