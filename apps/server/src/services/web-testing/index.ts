import { defineService } from '../../platform/service.ts';
import { webTestingSettings } from './config.ts';
import { webTestingErrors } from './errors.ts';
import { createWebTesting, needs } from './service.ts';

/**
 * webTestingService is the service that manages scripts testing web pages, and runs them in browsers; see the README.
 */
export const webTestingService = defineService<undefined, typeof needs, typeof webTestingSettings>({
  name: 'web-testing',
  needs,
  config: webTestingSettings,
  errors: webTestingErrors,
  migrations: new URL('./store/migrations/', import.meta.url),
  create: createWebTesting,
});
