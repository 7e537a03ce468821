import { timingSafeEqual } from 'node:crypto';
import { AppError } from '@touchstone/kernel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { platformErrors } from '../errors.ts';
import type { Platform } from '../platform.ts';
import { renderApiReference } from './api-reference.ts';
import { buildOpenApi } from './openapi.ts';
import { addOutboxPage } from './outbox-page.ts';
import type { Registrar } from './registrar.ts';

/** What operators and tools ask: health, metrics, the OpenAPI document and its page, and the outbox. */
export function addSystemRoutes(
  app: FastifyInstance,
  platform: Platform,
  registrar: Registrar,
  state: { draining: boolean; version: string },
): void {
  app.get('/health/live', async () => ({ status: 'ok' }));
  app.get('/health/ready', async (_request, reply) => {
    // Anyone may ask, so the reason, which may name hosts and users, goes to the log alone.
    const check = (name: string, work: Promise<unknown>) =>
      within(work, checkMs).then(
        () => 'ok',
        (error: Error) => {
          platform.log.warn({ err: error, check: name }, 'not ready');
          return 'failing';
        },
      );
    const [database, files] = await Promise.all([
      check('database', platform.database.pool.query('select 1')),
      check('files', platform.files.check()),
    ]);
    const checks = { database, files };
    const ready = !state.draining && Object.values(checks).every((value) => value === 'ok');
    return reply
      .code(ready ? 200 : 503)
      .send({ status: ready ? 'ok' : state.draining ? 'draining' : 'failing', checks });
  });
  app.get('/metrics', async (request, reply) => {
    const { METRICS_TOKEN: token } = platform.config;
    if (!token) throw new AppError(platformErrors.notFound);
    if (!hasToken(request, token)) throw new AppError(platformErrors.unauthenticated);
    return reply.type(platform.metrics.registry.contentType).send(await platform.metrics.registry.metrics());
  });
  let document: Record<string, unknown> | undefined;
  const openApi = () =>
    (document ??= buildOpenApi(registrar.routes, { version: state.version, serverUrl: platform.config.publicUrl }));
  app.get('/openapi.json', async (_request, reply) => reply.send(openApi()));
  app.get('/docs/api', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(renderApiReference(openApi())),
  );
  addOutboxPage(app, platform);
}

const checkMs = 3000;

function within(work: Promise<unknown>, ms: number): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${ms} ms.`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function hasToken(request: FastifyRequest, token: string): boolean {
  const given = Buffer.from(/^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '');
  const expected = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
