import { timingSafeEqual } from 'node:crypto';
import { AppError } from '@touchstone/kernel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { platformErrors } from '../errors.ts';
import type { Platform } from '../platform.ts';
import { renderApiReference } from './api-reference.ts';
import { buildOpenApi } from './openapi.ts';
import type { Registrar } from './registrar.ts';

const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];

/**
 * isLoopback tells whether a call comes from this machine itself, not through a proxy. The name must be a loopback
 * name too: a page of a foreign site whose name was pointed at 127.0.0.1 (DNS rebinding) sends its own.
 */
export function isLoopback(request: FastifyRequest): boolean {
  const address = request.socket.remoteAddress ?? '';
  const direct = proxyHeaders.every((name) => request.headers[name] === undefined);
  const name = (request.headers.host ?? '').replace(/:\d+$/, '');
  const local = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(name);
  return direct && local && (address === '::1' || /^(::ffff:)?127\./.test(address));
}

/** What operators and tools ask: health, metrics, the OpenAPI document and its page, and the local outbox. */
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
    if (!isLoopback(request) && !hasToken(request, platform.config.METRICS_TOKEN))
      throw new AppError(platformErrors.unauthenticated);
    return reply.type(platform.metrics.registry.contentType).send(await platform.metrics.registry.metrics());
  });
  let document: Record<string, unknown> | undefined;
  const openApi = () =>
    (document ??= buildOpenApi(registrar.routes, { version: state.version, serverUrl: platform.config.publicUrl }));
  app.get('/openapi.json', async (_request, reply) => reply.send(openApi()));
  app.get('/docs/api', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(renderApiReference(openApi())),
  );
  app.get('/outbox', async (request, reply) => {
    if (!platform.mailer.local || !isLoopback(request)) throw new AppError(platformErrors.notFound);
    return reply.type('text/html; charset=utf-8').send(renderOutbox(await platform.mailer.list(100)));
  });
}

const checkMs = 3000;

function within(work: Promise<unknown>, ms: number): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${ms} ms.`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function hasToken(request: FastifyRequest, token: string | undefined): boolean {
  const given = Buffer.from(/^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '');
  const expected = Buffer.from(token ?? '');
  return token !== undefined && given.length === expected.length && timingSafeEqual(given, expected);
}

function renderOutbox(mails: { recipient: string; subject: string; textBody: string; createdAt: Date }[]): string {
  const text = (value: string) => value.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
  const linked = (value: string) => text(value).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);
  const items = mails.map(
    (mail) =>
      `<article><h2>${text(mail.subject)}</h2><p>To ${text(mail.recipient)}, ${mail.createdAt.toISOString()}</p><pre>${linked(mail.textBody)}</pre></article>`,
  );
  const body = items.join('') || '<p>No mails yet.</p>';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Outbox</title><style>:root{color-scheme:light dark}body{font:13px/18px system-ui;max-width:800px;margin:24px auto}article{border-top:1px solid #8888;padding:8px 0}h2{font-size:14px;margin:0}pre{white-space:pre-wrap}</style></head><body><h1>Outbox</h1><p>There is no mail server, so mails stay here. Only this machine sees this page.</p>${body}</body></html>`;
}
