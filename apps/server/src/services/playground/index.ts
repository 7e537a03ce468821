import { defineService } from '../../platform/service.ts';
import { apiTestingService } from '../api-testing/index.ts';
import { createSends } from './app/sends.ts';
import { createTabs } from './app/tabs.ts';
import { playgroundErrors } from './errors.ts';
import { addPlaygroundRoutes } from './routes/playground.routes.ts';

const needs = { apiTesting: apiTestingService };

/**
 * playgroundService is the service that sends ad hoc requests and stores each user's tabs and history; see the README.
 */
export const playgroundService = defineService<undefined, typeof needs>({
  name: 'playground',
  needs,
  errors: playgroundErrors,
  migrations: new URL('./store/migrations/', import.meta.url),
  create(platform, { apiTesting }) {
    const sends = createSends({ platform, apiTesting });
    const tabs = createTabs({ platform });
    return {
      door: undefined,
      routes: (registrar) =>
        addPlaygroundRoutes(registrar, { sends, tabs, imports: apiTesting.imports, streams: platform.streams }),
    };
  },
});
