import { flowRoutes } from '@touchstone/contracts/flows';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { Hooks } from '../app/hooks.ts';

export function addHookRoutes(registrar: Registrar, hooks: Hooks): void {
  registrar.add(flowRoutes.listHooks, async ({ caller, params }) => ({
    content: await hooks.list(caller, params.flowId),
  }));
  registrar.add(flowRoutes.createHook, ({ caller, params, body }) => hooks.create(caller, params.flowId, body));
  registrar.add(flowRoutes.deleteHook, async ({ caller, params }) => {
    await hooks.revoke(caller, params.flowId, params.hookId);
    return { message: 'Revoked' };
  });
  registrar.add(flowRoutes.callHook, ({ params, body, request }) => {
    const key = request.headers['idempotency-key'];
    const idempotencyKey = Array.isArray(key) ? key.join() : key;
    return hooks.call({ token: params.token, body, idempotencyKey, requestId: request.id, address: request.ip });
  });
}
