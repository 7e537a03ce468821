import { apiPreviewRoutes, apiTestingRoutes } from '@touchstone/contracts/api-testing';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { ApiTesting } from '../../api-testing/index.ts';

export function addPreviewRoutes(registrar: Registrar, previewScript: ApiTesting['previewScript']): void {
  for (const call of [apiPreviewRoutes.preview, apiTestingRoutes.previewTest])
    registrar.add(call, async ({ caller, body, request }) => {
      const left = new AbortController();
      request.raw.once('close', () => {
        if (request.raw.destroyed) left.abort();
      });
      return previewScript(caller, body, left.signal);
    });
}
