import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { leftSignal } from '../../../platform/http/connections/left-signal.ts';
import type { EventStreams } from '../../../platform/http/event-stream.ts';
import { answerLive } from '../../../platform/http/live-answer.ts';
import type { Registrar } from '../../../platform/http/registrar.ts';
import { type ApiTesting, toLiveStream } from '../../api-testing/index.ts';
import type { Sends } from '../app/sends.ts';
import type { Tabs } from '../app/tabs.ts';

const calls = apiTestingRoutes;

export function addPlaygroundRoutes(
  registrar: Registrar,
  {
    sends,
    tabs,
    imports,
    streams,
  }: { sends: Sends; tabs: Tabs; imports: ApiTesting['imports']; streams: EventStreams },
): void {
  registrar.add(calls.sendPlayground, ({ caller, body, request, reply }) =>
    answerLive({ streams, request, reply }, (live) =>
      sends.send(caller, body, leftSignal(reply), live && toLiveStream(live)),
    ),
  );
  registrar.add(calls.listPlaygroundSends, ({ caller, query }) => sends.list(caller, query));
  registrar.add(calls.getPlaygroundSend, ({ caller, query }) => sends.get(caller, query.sendId));
  registrar.add(calls.deletePlaygroundSends, async ({ caller, query }) => {
    await sends.delete(caller, query.sendIds ?? 'all');
    return { message: 'Deleted' };
  });
  registrar.add(calls.listPlaygroundTabs, async ({ caller }) => ({ tabs: await tabs.list(caller) }));
  registrar.add(calls.savePlaygroundTab, async ({ caller, params, body }) => {
    await tabs.save(caller, params.tabId, body.draft);
    return { message: 'Kept' };
  });
  registrar.add(calls.deletePlaygroundTabs, async ({ caller, query }) => {
    await tabs.close(caller, query.tabIds);
    return { message: 'Closed' };
  });
  registrar.add(calls.importPlayground, ({ caller, query: { projectId, sendIds } }) =>
    sendIds ? sends.preview(caller, projectId, sendIds) : imports.fromSample(caller, projectId),
  );
}
