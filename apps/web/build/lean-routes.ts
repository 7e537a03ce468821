import type { AnyRoute } from '@touchstone/contracts';
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
    async load(id) {
      if (!/\/packages\/contracts\/src\/[^/]+\/routes\.ts$/.test(id)) return null;
      const declared = (await import(id)) as Record<string, Record<string, AnyRoute>>;
      const lean = Object.entries(declared).map(([name, calls]) => {
        const declarations = Object.entries(calls).map(([call, route]) => [call, leanRoute(route)]);
        return `export const ${name} = ${JSON.stringify(Object.fromEntries(declarations))};`;
      });
      return { code: lean.join('\n'), moduleSideEffects: false };
    },
  };
}
