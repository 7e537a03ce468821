import { timingSafeEqual } from 'node:crypto';
import { apiReferencePath } from '@touchstone/contracts';
import { AppError } from '@touchstone/kernel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { platformErrors } from '../errors.ts';
import type { Platform } from '../platform.ts';
import { renderApiReference } from './api-reference.ts';
import { addHealthRoutes } from './health-routes.ts';
import { buildOpenApi } from './openapi.ts';
import { addOutboxPage } from './outbox-page.ts';
import type { Registrar } from './registrar.ts';
import { createHttpServer } from './server.ts';

/**
 * createOperationsServer returns the server of a process without the role api: health and metrics, and nothing else.
 */
export async function createOperationsServer(
  platform: Platform,
  state: { draining: boolean },
): Promise<FastifyInstance> {
  const app = await createHttpServer(platform);
  addHealthRoutes(app, platform, state);
  addMetricsRoute(app, platform);
  return app;
}

function addMetricsRoute(app: FastifyInstance, platform: Platform): void {
  app.get('/metrics', async (request, reply) => {
    const { METRICS_TOKEN: token } = platform.config;
    if (!token) throw new AppError(platformErrors.notFound);
    if (!hasToken(request, token)) throw new AppError(platformErrors.unauthenticated);
    return reply.type(platform.metrics.registry.contentType).send(await platform.metrics.registry.metrics());
  });
}

/** Routes for operators and tools: health, metrics, the OpenAPI document and its page, and the outbox. */
export function addSystemRoutes(
  app: FastifyInstance,
  platform: Platform,
  registrar: Registrar,
  state: { draining: boolean; version: string },
): void {
  addHealthRoutes(app, platform, state);
  addMetricsRoute(app, platform);
  let document: Record<string, unknown> | undefined;
  const openApi = () =>
    (document ??= buildOpenApi(registrar.routes, { version: state.version, serverUrl: platform.config.publicUrl }));
  app.get('/openapi.json', async (_request, reply) => reply.send(openApi()));
  app.get(apiReferencePath, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(renderApiReference(openApi())),
  );
  addOutboxPage(app, platform);
}

function hasToken(request: FastifyRequest, token: string): boolean {
  const given = Buffer.from(/^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '');
  const expected = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
