import { routes } from '@touchstone/contracts';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { ApiTesting } from '../../api-testing/index.ts';

export function addPreviewRoutes(registrar: Registrar, previewScript: ApiTesting['previewScript']): void {
  for (const call of [routes.apiPreview.preview, routes.apiTesting.previewTest])
    registrar.add(call, async ({ caller, body, request }) => {
      const left = new AbortController();
      request.raw.once('close', () => {
        if (request.raw.destroyed) left.abort();
      });
      return previewScript(caller, body, left.signal);
    });
}
