import { escapeHtml } from '@touchstone/kernel';
import type { FastifyInstance } from 'fastify';
import type { Mail } from '../mail/mailer.ts';
import type { Platform } from '../platform.ts';

const cookieName = 'touchstone_outbox';
const path = '/outbox';

/**
 * addOutboxPage shows the mails of an installation without a mail server to holders of the key printed at its start.
 * Everyone else gets the product's page, which shows administrators what the API permits.
 */
export function addOutboxPage(app: FastifyInstance, { config, mailer, outboxKeys }: Platform): void {
  app.get<{ Querystring: { key?: unknown } }>(path, async (request, reply) => {
    if (!mailer.local) return reply.callNotFound();
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    const { key } = request.query;
    const seconds = outboxKeys.secondsLeft(typeof key === 'string' ? key : undefined);
    // Removes the key from the address immediately, so it doesn't stay in the history or screenshots.
    if (seconds > 0)
      return reply
        .setCookie(cookieName, String(key), {
          path,
          httpOnly: true,
          sameSite: 'lax',
          maxAge: seconds,
          secure: config.publicUrl.startsWith('https:'),
        })
        .redirect(path, 303);
    if (outboxKeys.secondsLeft(request.cookies[cookieName]) === 0) return reply.callNotFound();
    return reply.type('text/html; charset=utf-8').send(renderOutbox(await mailer.list(100)));
  });
}

function renderOutbox(mails: Mail[]): string {
  const linked = (text: string) =>
    escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}" rel="noreferrer">${url}</a>`);
  const items = mails.map(
    (mail) =>
      `<article><h2>${escapeHtml(mail.subject)}</h2><p>To ${escapeHtml(mail.recipient)}, ${mail.createdAt.toISOString()}</p><pre>${linked(mail.textBody ?? 'Text deleted: its link or code was used.')}</pre></article>`,
  );
  const body = items.join('') || '<p>No mails yet.</p>';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Outbox</title><style>:root{color-scheme:light dark}body{font:13px/18px system-ui;max-width:800px;margin:24px auto}article{border-top:1px solid #8888;padding:8px 0}h2{font-size:14px;margin:0}pre{white-space:pre-wrap}</style></head><body><h1>Outbox</h1><p>No mail server is set. Mails stay here.</p>${body}</body></html>`;
}
