import { type AnyRoute, routes } from '@touchstone/contracts';
import type { Plugin } from 'vite';

/** leanRoute is what sending a call needs of its declaration: the server alone decides on what is sent and who may send it. */
export function leanRoute({ service, method, path, access, bodyType, ignore401, response }: AnyRoute) {
  const checksCaller = access.kind === 'public' && access.checksCaller;
  return {
    service,
    method,
    path,
    access: { kind: access.kind, ...(checksCaller && { checksCaller }) },
    ...(bodyType && { bodyType }),
    ...(ignore401 && { ignore401 }),
    ...(response && { response: true }),
  };
}

/**
 * leanRoutes builds the page with the declared calls, but without their schemas: those of all services together are
 * larger than the pages that one begins with. Forms take the schemas that they check by name.
 */
export function leanRoutes(): Plugin {
  return {
    name: 'lean-routes',
    apply: 'build',
    load(id) {
      if (!id.endsWith('/packages/contracts/src/routes.ts')) return null;
      const lean = Object.entries(routes).map(([service, calls]) => [
        service,
        Object.fromEntries(Object.entries<AnyRoute>(calls).map(([name, call]) => [name, leanRoute(call)])),
      ]);
      return { code: `export const routes = ${JSON.stringify(Object.fromEntries(lean))};`, moduleSideEffects: false };
    },
  };
}
