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

const nameOf = (userId: string, streamId: string) => `${userId}/${streamId}`;

/** createStreamStops lets users stop their own event streams with a call that any process may receive. */
export function createStreamStops(platform: Pick<Platform, 'notifier' | 'database' | 'log'>) {
  const open = new Map<string, AbortController>();
  const wake = createWake(platform);
  let listening: Promise<unknown> | undefined;
  return {
    async open(userId: string): Promise<StopOfStream> {
      listening ??= platform.notifier.listen(channel, (name) => open.get(name)?.abort());
      await listening;
      const streamId = newId();
      const name = nameOf(userId, streamId);
      const controller = new AbortController();
      open.set(name, controller);
      return { streamId, until: controller.signal, close: () => void open.delete(name) };
    },
    /** Stops a stream of the user in whichever process reads it; a no-op if it has ended. */
    stop: (userId: string, streamId: string): Promise<void> => wake(channel, nameOf(userId, streamId)),
  };
}
/** StreamStops ends event streams. */
export type StreamStops = ReturnType<typeof createStreamStops>;
