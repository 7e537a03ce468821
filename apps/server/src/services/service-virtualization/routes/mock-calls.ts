import { type IncomingMessage, METHODS } from 'node:http';
import { listenForUpgrades, type Upgrade } from '@touchstone/engine-mock';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServeCall } from '../app/hosting/serve-call.ts';

type Params = { key: string };

/** addMockCalls serves mocks at `/mock/{key}/…`: no sign-in, no cookies of the product, bodies unparsed. */
export async function addMockCalls(app: FastifyInstance, serve: ServeCall): Promise<void> {
  // WebSocket requests are routed like all others; if the target isn't a mock, it answers them as plain requests.
  const upgrades = new WeakMap<IncomingMessage, Upgrade>();
  listenForUpgrades(app.server, (request, response, upgrade) => {
    upgrades.set(request, upgrade);
    app.routing(request, response);
  });
  // Includes methods that the product itself doesn't use, such as PROPFIND.
  for (const method of METHODS)
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method, { hasBody: true });
  await app.register((scope, _options, done) => {
    // The mock reads the body itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, ready) => ready(null));
    const handler = async (request: FastifyRequest<{ Params: Params }>, reply: FastifyReply) => {
      const { key } = request.params;
      const path = `/mock/${key}`;
      const url = request.raw.url?.slice(path.length) ?? '/';
      const isOwnHost = request.originalUrl !== request.raw.url;
      reply.hijack();
      await serve({
        request: request.raw,
        response: reply.raw,
        key,
        mount: isOwnHost ? '' : path,
        url: url.startsWith('/') ? url : `/${url}`,
        clientIp: request.ip,
        scheme: request.protocol,
        upgrade: upgrades.get(request.raw),
        log: request.log,
      });
    };
    const options = { bodyLimit: Number.MAX_SAFE_INTEGER, compress: false as const, decompress: false as const };
    scope.all<{ Params: Params }>('/mock/:key', options, handler);
    scope.all<{ Params: Params }>('/mock/:key/*', options, handler);
    done();
  });
}
