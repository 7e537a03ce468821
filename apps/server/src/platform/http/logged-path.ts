import type { FastifyInstance, FastifyRequest } from 'fastify';

const hasToken = (pattern: string): boolean => /:token(\/|$)/.test(pattern);

/**
 * createLoggedPath returns request paths for the log: without the query, and with `:token` in place of tokens, for any
 * method.
 */
export function createLoggedPath(app: FastifyInstance): (request: FastifyRequest) => string {
  const prefixes = new Set<string>();
  app.addHook('onRoute', ({ url }) => {
    if (hasToken(url)) prefixes.add(url.slice(0, url.indexOf(':token')));
  });
  return ({ routeOptions, url }) => {
    if (hasToken(routeOptions.url ?? '')) return String(routeOptions.url);
    const [path = ''] = url.split('?');
    const prefix = [...prefixes].find((known) => path.startsWith(known));
    return prefix === undefined ? path : `${prefix}:token`;
  };
}
