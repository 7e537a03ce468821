import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { AppError } from '@touchstone/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { platformErrors } from '../errors.ts';
import { readDocuments } from './documents.ts';

const dist = fileURLToPath(new URL('../../../../web/dist/', import.meta.url));

/** Contains only the fact that a browser is signed in, so that the document can preload what is shown then. */
export const signedInCookie = 'touchstone_signed_in';

/** inlineScriptsOf returns the inline scripts of a document as sources of a content security policy. */
export function inlineScriptsOf(html: string): string[] {
  const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script);
  return scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
}

/** addWebApp serves the built page; unknown addresses outside the services get the page, which shows its own 404. */
export async function addWebApp(app: FastifyInstance): Promise<void> {
  const built = existsSync(`${dist}index.html`);
  const documents = built ? readDocuments(`${dist}documents.json`) : () => undefined;
  // Only the document may run its own inline scripts.
  const scriptSources = ["'self'", ...(built ? inlineScriptsOf(readFileSync(`${dist}index.html`, 'utf8')) : [])].join(
    ' ',
  );
  const sendDocument = (request: FastifyRequest, reply: FastifyReply) => {
    const [path = ''] = request.url.split('?');
    const links = documents(path, request.cookies[signedInCookie] !== undefined);
    if (links) reply.header('link', links);
    const policy = reply.getHeader('content-security-policy');
    if (typeof policy === 'string')
      reply.header('content-security-policy', policy.replace("script-src 'self'", `script-src ${scriptSources}`));
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  };
  if (built) {
    await app.register(fastifyStatic, {
      root: dist,
      index: false,
      preCompressed: true,
      setHeaders: (response, path) => {
        response.header(
          'cache-control',
          path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
      },
    });
  }
  if (built) app.get('/', sendDocument);
  app.setNotFoundHandler((request, reply) => {
    const page =
      built &&
      request.method === 'GET' &&
      !/^\/(services|sample|assets)([/?]|$)/.test(request.url) &&
      !/\.\w+$/.test(request.url.split('?')[0] ?? '');
    if (!page) throw new AppError(platformErrors.notFound);
    return sendDocument(request, reply);
  });
}
