import type { ServerResponse } from 'node:http';
import {
  encodeLiveNews,
  encodeLivePicture,
  type LiveNews,
  type LivePicture,
  liveBeat,
} from '@touchstone/contracts/web-testing';
import type { WriteAnswer } from '../../../../platform/processes/process-calls.ts';
import type { LiveWatcher } from './live-room.ts';

/** With this much unread, pictures are held back for a watcher; only the newest one is sent then. */
const unreadBytes = 256 * 1024;
/** Events can't be skipped: a watcher that reads nothing is disconnected. */
const maxUnreadBytes = 16 * 1024 * 1024;
/** An idle page sends nothing; proxies close connections that are silent for a minute. */
const beatMs = 15_000;

/** Writes what a watcher sees into a response: all events, and the newest pictures the watcher can keep up with. */
class Outlet implements LiveWatcher {
  readonly #raw: ServerResponse;
  readonly #onEnd: () => void;
  #waiting: LivePicture | undefined;

  constructor(raw: ServerResponse, onEnd: () => void) {
    this.#raw = raw;
    this.#onEnd = onEnd;
    raw.on('drain', () => {
      const picture = this.#waiting;
      this.#waiting = undefined;
      if (picture) this.picture(picture);
    });
  }

  news(news: LiveNews): void {
    if (this.#raw.writableLength > maxUnreadBytes) this.end();
    else this.#raw.write(encodeLiveNews(news));
  }

  picture(picture: LivePicture): void {
    if (this.#raw.writableLength > unreadBytes) this.#waiting = picture;
    else this.#raw.write(encodeLivePicture(picture));
  }

  end(): void {
    this.#onEnd();
  }
}

/**
 * writeLive adds a watcher by `join`, and returns the function that writes what it sees until the browser closes, the
 * reader disconnects, or `until` resolves.
 */
export async function writeLive(
  join: (watcher: LiveWatcher) => Promise<() => void>,
  until?: (signal: AbortSignal) => Promise<void>,
): Promise<WriteAnswer> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const early: (LiveNews | LivePicture)[] = [];
  // Buffers what is sent before the response starts.
  let watcher: LiveWatcher = {
    news: (news) => early.push(news),
    picture: (picture) => early.push(picture),
    end,
  };
  const leave = await join({
    news: (news) => watcher.news(news),
    picture: (picture) => watcher.picture(picture),
    end,
  });
  return async (raw, signal) => {
    const outlet = new Outlet(raw, end);
    watcher = outlet;
    for (const one of early.splice(0)) 'bytes' in one ? outlet.picture(one) : outlet.news(one);
    const control = new AbortController();
    const left = AbortSignal.any([signal, control.signal]);
    left.addEventListener('abort', () => end(), { once: true });
    if (signal.aborted) end();
    void until?.(left).then(end, end);
    const beat = setInterval(() => raw.write(liveBeat()), beatMs);
    await ended;
    control.abort();
    clearInterval(beat);
    leave();
  };
}
