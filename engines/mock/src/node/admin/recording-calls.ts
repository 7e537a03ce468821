import type { RecordingOptions } from '../../core/import/recording.ts';
import type { Stub } from '../../core/stub.ts';
import { type AdminCall, AdminError, type AdminRoute, type Reply } from './admin-call.ts';
import { mappingOf } from './wire-shapes.ts';

/** recordingCalls record an upstream, and make stubs of what it answered. */
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
  if ((await keeper.status()) === 'Recording') throw new AdminError(422, 'Already recording. Stop first.');
  const { problems } = call.engine.compile((options.filters ?? {}) as Record<string, unknown>);
  const [problem] = problems;
  if (problem !== undefined) throw new AdminError(422, `filters.${problem.path}: ${problem.message}`);
  await keeper.start(targetBaseUrl, options as RecordingOptions, partial === true);
  return {};
}

async function stopRecording(call: AdminCall): Promise<Reply> {
  const keeper = keeperOf(call);
  if ((await keeper.status()) !== 'Recording') throw new AdminError(422, 'Not currently recording.');
  const reply = taken(call, await keeper.stop(), call.body().outputFormat);
  await call.hooks.save?.();
  return reply;
}

/** Stubs that were made answer at once. */
function taken({ engine }: AdminCall, stubs: readonly Stub[], outputFormat: unknown): Reply {
  for (const stub of stubs) engine.put(stub);
  const meta = { total: stubs.length };
  if (String(outputFormat).toLowerCase() === 'ids') return { value: { ids: stubs.map(({ id }) => id), meta } };
  return { value: { mappings: stubs.map(mappingOf), meta } };
}
