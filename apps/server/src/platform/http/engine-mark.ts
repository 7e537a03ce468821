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

/**
 * createEngineMark returns the mark is the same for all processes of an installation, and for no other installation.
 */
export const createEngineMark = (secrets: Pick<SecretBox, 'fingerprint'>): EngineMark => ({
  name: 'Touchstone-Engine',
  value: secrets.fingerprint('requests of engines', 'platform.http').slice(0, 22),
});

/**
 * refuseEngines responds with 403 to requests sent by engines of this installation, whatever route they took, except on
 * routes that are open to tests. Checks the matched route, so alternative spellings of a path don't get around it.
 */
export function refuseEngines(app: FastifyInstance, mark: EngineMark): void {
  const header = mark.name.toLowerCase();
  // By default Node drops headers after the 2000th; a proxy may have reordered them.
  app.server.maxHeadersCount = 0;
  app.addHook('onRequest', (request, _reply, done) => {
    const isMarked = String(request.headers[header] ?? '').includes(mark.value);
    if (!isMarked) return done();
    // The page handles all unmatched paths.
    if (request.is404 || request.routeOptions.url === '/*') return done(new AppError(platformErrors.notFound));
    done(request.routeOptions.config.openToTests ? undefined : new AppError(platformErrors.calledByEngine));
  });
}

/** openToTests lets engines call routes below these prefixes that are added afterwards. */
export function openToTests(app: FastifyInstance, prefixes: readonly string[]): void {
  app.addHook('onRoute', (route) => {
    if (prefixes.some((prefix) => route.url.startsWith(prefix))) route.config = { ...route.config, openToTests: true };
  });
}
