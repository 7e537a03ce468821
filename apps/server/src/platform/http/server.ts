import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import type { AnyRoute } from '@touchstone/contracts';
import { AppError } from '@touchstone/kernel';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { platformErrors } from '../errors.ts';
import type { Platform } from '../platform.ts';
import type { ServiceParts } from '../service.ts';
import type { Caller } from './caller.ts';
import { closeConnections } from './connections/close-connections.ts';
import { refuseEngines } from './engine-mark.ts';
import { createErrorHandler } from './error-handler.ts';
import { createLoggedPath } from './logged-path.ts';
import { securityHeaders } from './security-headers.ts';

/** Maximum body of a JSON call; uploads have their own limit. */
const bodyLimitMb = 10;

/** Maximum characters of the page's address, which callers may choose, in a log line. */
const longestPage = 300;

/** How long calls in flight may take once the server closes, in milliseconds. */
const closeWithinMs = 15_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, once a declared route has admitted them. */
    caller?: Caller;
  }
  interface FastifyContextConfig {
    contract?: AnyRoute;
  }
}

/**
 * createHttpServer returns a Fastify server with the rules of every call: headers, limits, one error shape, request
 * ids, metrics.
 */
export async function createHttpServer(
  platform: Platform,
  rewrites: readonly NonNullable<ServiceParts<unknown>['rewrite']>[] = [],
): Promise<FastifyInstance> {
  const { config } = platform;
  const app = Fastify({
    loggerInstance: platform.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimitMb * 1024 * 1024,
    trustProxy: (_address: string, hop: number) => hop < config.TRUST_PROXY,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    rewriteUrl({ url = '/', headers: { host } }) {
      for (const rewrite of rewrites) {
        const path = rewrite({ url, host });
        if (path !== undefined) return path;
      }
      return url;
    },
  });
  app.decorateRequest('caller');
  app.setErrorHandler(createErrorHandler(bodyLimitMb));
  const headers = securityHeaders(config);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    done();
  });
  refuseEngines(app, platform.engineMark);
  await app.register(cookie);
  await app.register(formbody);
  await app.register(multipart, { limits: { fileSize: config.UPLOAD_MB * 1024 * 1024, files: 1 } });
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] });
  await app.register(rateLimit, { global: false });
  await app.register(underPressure, {
    maxEventLoopDelay: config.OVERLOAD_DELAY_MS,
    exposeStatusRoute: false,
    pressureHandler: () => Promise.reject(new AppError(platformErrors.overloaded)),
  });
  closeConnections(app, closeWithinMs);
  const loggedPath = createLoggedPath(app);
  app.addHook('onResponse', (request, reply, done) => {
    const contract = request.routeOptions.config?.contract;
    const labels = {
      service: contract?.service ?? 'none',
      route: request.routeOptions.url ?? 'none',
      method: request.method,
      status: String(reply.statusCode),
    };
    platform.metrics.httpDuration.observe(labels, reply.elapsedTime / 1000);
    if (platform.log.isLevelEnabled('debug')) {
      const page = request.headers['x-session-recording-url'];
      request.log.debug(
        {
          ...labels,
          path: loggedPath(request),
          durationMs: Math.round(reply.elapsedTime),
          ...(page && { page: String(page).slice(0, longestPage) }),
        },
        'call',
      );
    }
    done();
  });
  return app;
}
