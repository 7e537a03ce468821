import type { RepositoryCalls } from '@touchstone/contracts/test-repository';
import type { StreamEvent } from '../../../platform/http/event-stream.ts';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Exchange } from '../app/exchange.ts';
import { type ReadSentences, readSentences } from '../app/read-sentences.ts';

export function addExchangeRoutes(
  registrar: Registrar,
  calls: RepositoryCalls,
  { exchange, platform }: { exchange: Exchange; platform: Platform },
): void {
  registrar.add(calls.exportScript, async ({ caller, query, reply }) => {
    const { text, mediaType, fileName } = await exchange.exportScript(caller, query.scriptUUID, query.fileType);
    return reply.type(mediaType).header('content-disposition', `attachment; filename="${fileName}"`).send(text);
  });
  registrar.add(calls.importScript, ({ caller, body }) => exchange.importScript(caller, body));
  registrar.add(calls.textToCode, async ({ body }) => readSentences(body.text));
  registrar.add(calls.streamSteps, async ({ body, request, reply }) => {
    const read = readSentences(body.text);
    await platform.streams.serve(request, reply, () => eventsOf(read));
  });
}

/** Steps and lines not understood, each as an event, and finally their counts. */
async function* eventsOf({ steps, notUnderstood }: ReadSentences): AsyncGenerator<StreamEvent> {
  for (const step of steps) yield { event: 'step', data: step };
  for (const line of notUnderstood) yield { event: 'notUnderstood', data: line };
  yield { event: 'end', data: { steps: steps.length, notUnderstood: notUnderstood.length } };
}
