import { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Issuer } from '../app/issuer/issuer.ts';
import { issuerPath, originsOf } from '../domain/clients.ts';

/** passToIssuer passes the call to the issuer. `form` replaces a body that was already read. */
export async function passToIssuer(
  exchange: { request: FastifyRequest; reply: FastifyReply },
  options: { issuer: Issuer; publicUrl: string; form?: Record<string, string> },
): Promise<void> {
  const { request, reply } = exchange;
  const { issuer, publicUrl, form } = options;
  const req = form ? withBody(request.raw, form) : request.raw;
  Object.assign(req, { originalUrl: request.raw.url, url: request.raw.url?.slice(issuerPath.length) });
  settleOrigin(req, publicUrl);
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, 400);
  await issuer.handle(req, reply.raw, { address: request.ip, requestId: request.id, userAgent });
}

/**
 * The issuer builds addresses from protocol and host: they come from our configuration, never from a caller's header.
 */
function settleOrigin(req: IncomingMessage, publicUrl: string): void {
  const { protocol, host } = new URL(publicUrl);
  const spellings = originsOf(publicUrl).map((origin) => new URL(origin).host);
  const asked = req.headers.host ?? '';
  // A page behind a development proxy has another origin, but its browser reports the same site.
  if (req.headers['sec-fetch-site'] === 'same-origin') delete req.headers.origin;
  req.headers['x-forwarded-proto'] = protocol.slice(0, -1);
  req.headers['x-forwarded-host'] = spellings.includes(asked) ? asked : host;
}

function withBody(raw: IncomingMessage, form: Record<string, string>): IncomingMessage {
  const body = Buffer.from(new URLSearchParams(form).toString());
  const req = new IncomingMessage(raw.socket);
  Object.assign(req, { method: raw.method, httpVersion: raw.httpVersion, complete: true });
  req.headers = {
    ...raw.headers,
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(body.length),
  };
  delete req.headers['transfer-encoding'];
  req.push(body);
  req.push(null);
  return req;
}
