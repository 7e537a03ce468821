import { AppError } from '@touchstone/kernel';
import type { FastifyInstance } from 'fastify';
import { platformErrors } from '../errors.ts';
import type { SecretBox } from '../secrets.ts';

/** EngineMark is the header that every request of an engine carries (docs/adr/0010-engines-are-marked.md). */
export interface EngineMark {
  readonly name: string;
  readonly value: string;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Engines may call this route, because users test it. */
    openToTests?: boolean;
  }
}

/** createEngineMark gives all processes of an installation the same mark, and no other installation. */
export const createEngineMark = (secrets: Pick<SecretBox, 'fingerprint'>): EngineMark => ({
  name: 'Touchstone-Engine',
  value: secrets.fingerprint('requests of engines', 'platform.http').slice(0, 22),
});

/**
 * refuseEngines answers 403 to requests that engines of this installation sent, whatever way they took, on every
 * route that is not open to tests. It looks at the route that was found, so no spelling of a path deceives it.
 */
export function refuseEngines(app: FastifyInstance, mark: EngineMark): void {
  const header = mark.name.toLowerCase();
  // Node drops what comes after 2000 headers; a proxy may have sorted them.
  app.server.maxHeadersCount = 0;
  app.addHook('onRequest', (request, _reply, done) => {
    const isMarked = String(request.headers[header] ?? '').includes(mark.value);
    if (!isMarked) return done();
    // The page answers what no other route does.
    if (request.is404 || request.routeOptions.url === '/*') return done(new AppError(platformErrors.notFound));
    done(request.routeOptions.config.openToTests ? undefined : new AppError(platformErrors.calledByEngine));
  });
}

/** openToTests lets engines call the routes below these prefixes that are added from now on. */
export function openToTests(app: FastifyInstance, prefixes: readonly string[]): void {
  app.addHook('onRoute', (route) => {
    if (prefixes.some((prefix) => route.url.startsWith(prefix))) route.config = { ...route.config, openToTests: true };
  });
}
