import { apiPreviewRoutes, apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { leftSignal } from '../../../platform/http/connections/left-signal.ts';
import type { EventStreams } from '../../../platform/http/event-stream.ts';
import { answerLive } from '../../../platform/http/live-answer.ts';
import type { Registrar } from '../../../platform/http/registrar.ts';
import { type ApiTesting, toLiveStream } from '../../api-testing/index.ts';

export function addPreviewRoutes(
  registrar: Registrar,
  { previewScript, stopStream, streams }: Pick<ApiTesting, 'previewScript' | 'stopStream'> & { streams: EventStreams },
): void {
  for (const call of [apiPreviewRoutes.preview, apiTestingRoutes.previewTest])
    registrar.add(call, ({ caller, body, request, reply }) =>
      answerLive({ streams, request, reply }, (live) =>
        previewScript(caller, body, leftSignal(reply), live && toLiveStream(live)),
      ),
    );
  registrar.add(apiPreviewRoutes.stop, async ({ caller, body }) => {
    await stopStream(caller.userId, body.streamId);
    return { message: 'Stopped' };
  });
}
