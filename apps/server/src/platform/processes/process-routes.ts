import type { FastifyInstance } from 'fastify';
import type { EventStreams } from '../http/event-stream.ts';
import { messageType, type ProcessCalls, processCallsPath, refusedStatus } from './process-calls.ts';

const messageLimit = 32 * 1024 * 1024;

/** addProcessRoutes serves calls of the installation's other processes; other callers are refused. */
export async function addProcessRoutes(
  app: FastifyInstance,
  { processCalls, streams }: { processCalls: ProcessCalls; streams: EventStreams },
): Promise<void> {
  await app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(messageType, { parseAs: 'string' }, (_request, body, ready) => ready(null, body));
    scope.post(processCallsPath, { bodyLimit: messageLimit, compress: false }, async (request, reply) => {
      const answer = typeof request.body === 'string' ? await processCalls.receive(request.body) : undefined;
      if (answer === undefined)
        return reply.status(403).send({ message: 'Only processes of this installation may call this address.' });
      if ('refusal' in answer) return reply.status(refusedStatus).send(answer.refusal);
      if ('output' in answer) return reply.send(answer);
      await streams.serveBytes(request, reply, answer.write);
      return reply;
    });
    done();
  });
}
