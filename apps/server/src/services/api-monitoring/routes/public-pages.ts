import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '../../../platform/platform.ts';
import type { Subscriptions } from '../app/pages/subscriptions.ts';
import type { VisitedPage, VisitPages } from '../app/pages/visit-pages.ts';
import { badgeSvg } from '../domain/pages/feeds.ts';
import type { PageModel } from '../domain/pages/page-model.ts';
import { pageStyle } from '../domain/pages/page-style.ts';
import { messagePage } from '../domain/pages/render-page.ts';

interface Parts {
  platform: Platform;
  visit: VisitPages;
  subscriptions: Subscriptions;
}
type Slug = { Params: { slug: string } };

/** A page loads only its own style sheet. */
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const html = 'text/html; charset=utf-8';
const perMinute = (max: number) => ({ config: { rateLimit: { max, timeWindow: 60_000 } } });
const missing = { title: 'No such status page', text: 'It may have been renamed, unpublished or deleted.' };

function guard(reply: FastifyReply, isPrivate: boolean): void {
  reply.headers({
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'cache-control': isPrivate ? 'private, no-store' : 'public, max-age=15, must-revalidate',
    ...(isPrivate && { vary: 'authorization', 'x-robots-tag': 'noindex' }),
  });
}

/** Sends the stored content, or 304 if the client has it. */
function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, text }: { type: string; text: string },
): FastifyReply {
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
  reply.header('etag', tag).type(type);
  if (request.headers['if-none-match']?.split(/,\s*/).some((known) => known.replace(/^W\//, '') === tag))
    return reply.status(304).send();
  return reply.send(text);
}

/**
 * addPublicPages serves status pages at `/status/{slug}` and at the root of their own domains: no cookies, no scripts,
 * no third parties.
 */
export function addPublicPages(app: FastifyInstance, { platform, visit, subscriptions }: Parts): void {
  /** Returns the page if the visitor may see it; otherwise sends the response and returns undefined. */
  const enter = async (
    request: FastifyRequest,
    reply: FastifyReply,
    by: { slug: string } | { domain: string },
  ): Promise<VisitedPage | undefined> => {
    const found = await visit.find(by);
    guard(reply, found === undefined || found.page.passwordHash !== null);
    const refuse = (status: number, given: { title: string; text: string }) => {
      const slug = 'slug' in by ? by.slug : (found?.page.slug ?? '');
      void reply
        .status(status)
        .type(html)
        .send(messagePage({ slug: encodeURIComponent(slug), ...given }));
    };
    if (!found) return void refuse(404, missing);
    const { authorization } = request.headers;
    const admitted = await visit.admits(found.page, { authorization, address: request.ip });
    if (admitted === 'yes') return found;
    if (admitted === 'blocked')
      return void refuse(429, { title: 'Too many wrong passwords', text: 'Try again in 5 minutes.' });
    reply.header('www-authenticate', 'Basic realm="Status page", charset="UTF-8"');
    return void refuse(401, { title: 'This status page has a password', text: 'Enter it with any user name.' });
  };

  const stored = (path: string, type: string, pick: (found: VisitedPage) => string) =>
    app.get<Slug>(`/status/:slug${path}`, perMinute(600), async (request, reply) => {
      const found = await enter(request, reply, { slug: request.params.slug });
      return found ? sendStored(request, reply, { type, text: pick(found) }) : reply;
    });
  stored('', html, ({ rendered }) => rendered.html);
  stored('/style.css', 'text/css; charset=utf-8', ({ page }) => pageStyle(page.content));
  stored('/status.json', 'application/json; charset=utf-8', ({ rendered }) => rendered.json);
  stored('/feed.rss', 'application/rss+xml; charset=utf-8', ({ rendered }) => rendered.rss);
  stored('/feed.atom', 'application/atom+xml; charset=utf-8', ({ rendered }) => rendered.atom);
  app.get<Slug & { Querystring: { monitor?: unknown; type?: unknown } }>(
    '/status/:slug/badge.svg',
    perMinute(600),
    async (request, reply) => {
      const found = await enter(request, reply, { slug: request.params.slug });
      if (!found) return reply;
      const { monitor, type } = request.query;
      const model = JSON.parse(found.rendered.json) as PageModel;
      const item = model.groups.flatMap(({ items }) => items).find(({ monitorId }) => monitorId === monitor);
      if (monitor !== undefined && !item)
        return reply
          .status(404)
          .type(html)
          .send(messagePage({ slug: found.page.slug, ...missing }));
      const wanted = type === 'uptime' || type === 'response' ? type : 'status';
      // A badge is embedded in other sites' pages.
      reply.header('cross-origin-resource-policy', 'cross-origin');
      return sendStored(request, reply, { type: 'image/svg+xml', text: badgeSvg(model, { item, type: wanted }) });
    },
  );
  addSubscribing(app, { enter, subscriptions });
  addDomains(app, { enter, platform, visit });
}

type Enter = (
  request: FastifyRequest,
  reply: FastifyReply,
  by: { slug: string } | { domain: string },
) => Promise<VisitedPage | undefined>;

/**
 * Adds subscribing. A mailed link only asks for confirmation; the click on its page takes effect, because mail scanners
 * open links.
 */
function addSubscribing(
  app: FastifyInstance,
  { enter, subscriptions }: { enter: Enter; subscriptions: Subscriptions },
): void {
  app.post<Slug & { Body: { target?: unknown } | undefined }>(
    '/status/:slug/subscribe',
    perMinute(5),
    async (request, reply) => {
      const { slug } = request.params;
      const found = await enter(request, reply, { slug });
      if (!found) return reply;
      reply.header('cache-control', 'no-store').type(html);
      if (!found.page.content.takesSubscribers) return reply.status(404).send(messagePage({ slug, ...missing }));
      const target = request.body?.target;
      if (typeof target !== 'string' || !(await subscriptions.subscribe(found.page, target))) {
        const text = 'Enter an e-mail address, or the URL of a webhook that begins with https://.';
        return reply.status(400).send(messagePage({ slug, title: 'This is not an address', text }));
      }
      const text = 'A message with a link is on its way. Nothing else is sent before you open it and confirm.';
      return reply.send(messagePage({ slug, title: 'Please confirm', text }));
    },
  );
  const ways = {
    confirm: {
      label: 'Confirm',
      title: 'Confirm your subscription',
      done: 'You are subscribed',
      do: subscriptions.confirm,
    },
    unsubscribe: {
      label: 'Unsubscribe',
      title: 'End your subscription',
      done: 'You are unsubscribed',
      do: subscriptions.unsubscribe,
    },
  };
  // These links were mailed to visitors who already had access: they need no password.
  for (const [action, way] of Object.entries(ways)) {
    app.get<Slug & { Querystring: { token?: unknown } }>(`/status/:slug/${action}`, perMinute(30), (request, reply) => {
      const { slug } = request.params;
      guard(reply, true);
      const confirm = { action, token: String(request.query.token ?? ''), label: way.label };
      const text = 'One click is left.';
      return reply.type(html).send(messagePage({ slug: encodeURIComponent(slug), title: way.title, text, confirm }));
    });
    app.post<Slug & { Body: { token?: unknown } | undefined }>(
      `/status/:slug/${action}`,
      perMinute(30),
      async (request, reply) => {
        const { slug } = request.params;
        guard(reply, true);
        const isDone = await way.do(slug, String(request.body?.token ?? ''));
        const said = isDone
          ? { title: way.done, text: 'You can close this page.' }
          : { title: 'This link is not valid', text: 'It belongs to another page, or is not whole. Copy it again.' };
        return reply
          .status(isDone ? 200 : 404)
          .type(html)
          .send(messagePage({ slug: encodeURIComponent(slug), ...said }));
      },
    );
  }
}

/** Serves a page at the root of its own domain. */
function addDomains(
  app: FastifyInstance,
  { enter, platform, visit }: { enter: Enter; platform: Platform; visit: VisitPages },
): void {
  const own = new URL(platform.config.publicUrl).hostname;
  app.addHook('onRequest', async (request, reply) => {
    const [path] = request.url.split('?');
    if (path !== '/' || (request.method !== 'GET' && request.method !== 'HEAD')) return;
    const domain = request.hostname.replace(/:\d+$/, '').toLowerCase();
    if (domain === own || !domain.includes('.') || !(await visit.find({ domain }))) return;
    const found = await enter(request, reply, { domain });
    if (found) return sendStored(request, reply, { type: html, text: found.rendered.html });
    return reply;
  });
}
