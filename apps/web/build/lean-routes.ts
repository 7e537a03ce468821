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
      // Most calls differ in their path alone, so what they share is written once.
      const shared = new Map<string, string>();
      const makerOf = (rest: object) => {
        const text = JSON.stringify(rest);
        const name = shared.get(text) ?? `route${shared.size}`;
        shared.set(text, name);
        return name;
      };
      const tables = Object.entries(declared).map(([name, calls]) => {
        const entries = Object.entries(calls).map(([call, route]) => {
          const { path, ...rest } = leanRoute(route);
          return `${call}: ${makerOf(rest)}(${JSON.stringify(path)})`;
        });
        return `export const ${name} = {${entries.join(', ')}};`;
      });
      const makers = [...shared].map(([text, name]) => `const ${name} = (path) => ({ ...${text}, path });`);
      return { code: [...makers, ...tables].join('\n'), moduleSideEffects: false };
    },
  };
}
