import { recordingRoutes } from '@touchstone/contracts/service-virtualization';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { Recordings } from '../app/recordings/recordings.ts';
import type { SaveRecording } from '../app/recordings/save-recording.ts';

export function addRecordingRoutes(
  registrar: Registrar,
  { recordings, saving }: { recordings: Recordings; saving: SaveRecording },
): void {
  const routes = recordingRoutes;
  registrar.add(routes.listRecordings, ({ caller, params, query }) => recordings.list(caller, params.id, query));
  registrar.add(routes.startRecording, ({ caller, body }) => recordings.start(caller, body));
  registrar.add(routes.getRecording, ({ caller, params }) => recordings.view(caller, params.id));
  registrar.add(routes.setRecordingStatus, ({ caller, params, body }) =>
    recordings.setStatus(caller, params.id, body.status),
  );
  registrar.add(routes.listRecordedCalls, ({ caller, params, query }) => recordings.calls(caller, params.id, query));
  registrar.add(routes.previewRecording, ({ caller, params, body }) => saving.preview(caller, params.id, body));
  registrar.add(routes.saveRecording, ({ caller, params, body }) => saving.save(caller, params.id, body));
  registrar.add(routes.deleteRecording, async ({ caller, params }) => {
    await recordings.delete(caller, params.id);
    return { message: 'Deleted' };
  });
}
