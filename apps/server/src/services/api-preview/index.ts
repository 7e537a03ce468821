import type { Service } from '../../platform/service.ts';
import type { ApiTesting } from '../api-testing/index.ts';
import { addPreviewRoutes } from './routes/preview.routes.ts';

/** createApiPreview answers the editor's Send: one request, now, with everything about it. */
export function createApiPreview(apiTesting: Pick<ApiTesting, 'previewScript'>): Service {
  return {
    name: 'api-preview',
    errors: {},
    routes: (registrar) => addPreviewRoutes(registrar, apiTesting.previewScript),
  };
}
