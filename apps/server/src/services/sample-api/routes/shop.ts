import type { ShopAnswer, ShopRequest } from '@touchstone/engine-browser/shop';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** addShop serves the sample shop below `base`. */
export async function addShop(
  app: FastifyInstance,
  { base, maxBody, answer }: { base: string; maxBody: number; answer: (request: ShopRequest) => ShopAnswer },
): Promise<void> {
  await app.register((scope, _options, done) => {
    // The shop reads bodies itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: maxBody }, (_request, body, ready) =>
      ready(null, body),
    );
    const handler = async (request: FastifyRequest<{ Params: { '*': string } }>, reply: FastifyReply) => {
      const { status, headers, body } = answer({
        method: request.method,
        path: `/${request.params['*']}`,
        cookies: request.headers.cookie ?? '',
        body: typeof request.body === 'string' ? request.body : '',
      });
      return reply.code(status).headers(headers).send(body);
    };
    scope.get(base, (_request, reply) => reply.redirect(`${base}/`));
    scope.get(`${base}/*`, handler);
    scope.post(`${base}/*`, handler);
    done();
  });
}
