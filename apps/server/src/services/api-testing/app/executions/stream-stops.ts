import { newId } from '@touchstone/kernel';
import { createWake } from '../../../../platform/database/notifier.ts';
import type { Platform } from '../../../../platform/platform.ts';

const channel = 'stream_stop';

/** StopOfStream ends one stream. */
export interface StopOfStream {
  streamId: string;
  until: AbortSignal;
  close(): void;
}

/** createStreamStops lets who reads an event stream end it by a call that any process may get. Only they know its id. */
export function createStreamStops(platform: Pick<Platform, 'notifier' | 'database' | 'log'>) {
  const open = new Map<string, AbortController>();
  const wake = createWake(platform);
  let listening: Promise<unknown> | undefined;
  return {
    async open(): Promise<StopOfStream> {
      listening ??= platform.notifier.listen(channel, (streamId) => open.get(streamId)?.abort());
      await listening;
      const streamId = newId();
      const controller = new AbortController();
      open.set(streamId, controller);
      return { streamId, until: controller.signal, close: () => void open.delete(streamId) };
    },
    /** Ends the stream, wherever it is read; nothing happens where it has ended. */
    stop: (streamId: string): Promise<void> => wake(channel, streamId),
  };
}
/** StreamStops ends event streams. */
export type StreamStops = ReturnType<typeof createStreamStops>;
