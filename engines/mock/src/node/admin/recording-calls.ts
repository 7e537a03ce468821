import type { RecordingOptions } from '../../core/import/recording/recording.ts';
import type { Stub } from '../../core/stub.ts';
import { type AdminCall, AdminError, type AdminRoute, type Reply } from './admin-call.ts';
import { mappingOf } from './wire-shapes.ts';

/** recordingCalls record an upstream, and make stubs from its responses. */
export const recordingCalls: AdminRoute[] = [
  ['POST', '/recordings/start', startRecording],
  ['POST', '/recordings/stop', stopRecording],
  [
    'POST',
    '/recordings/snapshot',
    (call) => {
      const { outputFormat, ...options } = call.body();
      return taken(call, call.recorder.snapshot(options as RecordingOptions), outputFormat);
    },
  ],
  ['GET', '/recordings/status', async (call) => ({ value: { status: await keeperOf(call).status() } })],
];

const keeperOf = ({ hooks, recorder }: AdminCall) => hooks.recordings ?? recorder;

async function startRecording(call: AdminCall): Promise<Reply> {
  const { targetBaseUrl, partial, outputFormat: _format, ...options } = call.body();
  const keeper = keeperOf(call);
  if (typeof targetBaseUrl !== 'string' || !/^https?:\/\//i.test(targetBaseUrl) || !URL.canParse(targetBaseUrl))
    throw new AdminError(422, 'Give a targetBaseUrl such as https://api.example.org.');
  // As in WireMock, a running recording continues.
  if ((await keeper.status()) === 'Recording') return {};
  const { problems } = call.engine.compile((options.filters ?? {}) as Record<string, unknown>);
  const [problem] = problems;
  if (problem !== undefined) throw new AdminError(422, `filters.${problem.path}: ${problem.message}`);
  await keeper.start(targetBaseUrl, options as RecordingOptions, partial === true);
  return {};
}

async function stopRecording(call: AdminCall): Promise<Reply> {
  const keeper = keeperOf(call);
  if ((await keeper.status()) !== 'Recording') throw new AdminError(400, 'Not currently recording.', { code: 30 });
  const stubs = await keeper.stop();
  const reply = taken(call, stubs, call.body().outputFormat);
  const kept = stubs.filter(({ persistent }) => persistent === true);
  if (kept.length > 0) await call.hooks.save?.(kept);
  return reply;
}

/** New stubs take effect immediately. */
function taken(call: AdminCall, stubs: readonly Stub[], outputFormat: unknown): Reply {
  for (const stub of stubs) call.engine.put(stub);
  const meta = { total: stubs.length };
  if (String(outputFormat).toLowerCase() === 'ids') return { value: { ids: stubs.map(({ id }) => id), meta } };
  return { value: { mappings: stubs.map((stub) => mappingOf(stub, call)), meta } };
}
