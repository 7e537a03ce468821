import { defineService } from '../../platform/service.ts';
import { virtualizationSettings } from './config.ts';
import { virtualizationErrors } from './errors.ts';
import { createVirtualization, needs } from './service.ts';

/**
 * serviceVirtualizationService answers in place of real services: projects with suites of assets, each with a mock; see
 * the README.
 */
export const serviceVirtualizationService = defineService<undefined, typeof needs, typeof virtualizationSettings>({
  name: 'service-virtualization',
  needs,
  config: virtualizationSettings,
  errors: virtualizationErrors,
  migrations: new URL('./store/migrations/', import.meta.url),
  create: createVirtualization,
});
