import { apiPreviewRoutes, apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { leftSignal } from '../../../platform/http/left-signal.ts';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { ApiTesting } from '../../api-testing/index.ts';

export function addPreviewRoutes(registrar: Registrar, previewScript: ApiTesting['previewScript']): void {
  for (const call of [apiPreviewRoutes.preview, apiTestingRoutes.previewTest])
    registrar.add(call, ({ caller, body, reply }) => previewScript(caller, body, leftSignal(reply)));
}
