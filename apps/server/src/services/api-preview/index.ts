import { defineService } from '../../platform/service.ts';
import { apiTestingService } from '../api-testing/index.ts';
import { addPreviewRoutes } from './routes/preview.routes.ts';

const needs = { apiTesting: apiTestingService };

/** apiPreviewService is the service behind the editor's Send: one request, now, with everything about it. */
export const apiPreviewService = defineService<undefined, typeof needs>({
  name: 'api-preview',
  needs,
  create: (platform, { apiTesting }) => ({
    door: undefined,
    routes: (registrar) => {
      const { previewScript, stopStream } = apiTesting;
      addPreviewRoutes(registrar, { previewScript, stopStream, streams: platform.streams });
    },
  }),
});
