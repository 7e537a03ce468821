import { webTestingRoutes } from '@touchstone/contracts/web-testing';
import { defineService } from '../../platform/service.ts';
import { testRepositoryService } from '../test-repository/index.ts';

const needs = { testRepository: testRepositoryService };

/** webTestingService keeps scripts that test web pages, and runs them in browsers; see the README. */
export const webTestingService = defineService<undefined, typeof needs>({
  name: 'web-testing',
  needs,
  create(_platform, { testRepository }) {
    const repository = testRepository.of({ service: 'web-testing', surface: 'web', calls: webTestingRoutes });
    return {
      door: undefined,
      routes: (registrar) => repository.addRoutes(registrar),
    };
  },
});
