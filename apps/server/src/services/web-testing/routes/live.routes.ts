import type { ServerResponse } from 'node:http';
import {
  encodeLiveNews,
  encodeLivePicture,
  type LiveNews,
  type LivePicture,
  liveBeat,
  webTestingRoutes,
} from '@touchstone/contracts/web-testing';
import type { EventStreams } from '../../../platform/http/event-stream.ts';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { LiveWatcher } from '../app/live/live-room.ts';
import type { WatchedRuns } from '../app/live/watched-runs.ts';
import type { OpenRecordings } from '../app/open-recordings.ts';

const calls = webTestingRoutes;
/** Pictures wait for a watcher who has so much unread; only the newest one is sent then. */
const unreadBytes = 256 * 1024;
/** News cannot be left out: a watcher who reads nothing is let go of. */
const mostUnreadBytes = 16 * 1024 * 1024;
/** A page that rests sends nothing; proxies close what is silent for a minute. */
const beatMs = 15_000;

/** Outlet writes what a watcher sees into an answer: all news, and of pictures the newest that can be taken. */
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
    if (this.#raw.writableLength > mostUnreadBytes) this.end();
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

/** addLiveRoutes serves browsers that people use and watch: those of recordings, and those of runs. */
export function addLiveRoutes(
  registrar: Registrar,
  {
    openRecordings: { recordings, open },
    watchedRuns,
    streams,
  }: { openRecordings: OpenRecordings; watchedRuns: WatchedRuns; streams: EventStreams },
): void {
  registrar.add(calls.openRecording, async ({ caller, body }) => ({ liveId: await open(caller, body) }));
  registrar.add(calls.closeRecording, async ({ caller, params }) => {
    await recordings.close(caller, params.liveId);
    return { message: 'Browser closed' };
  });
  registrar.add(calls.watchLive, async ({ caller, query: { liveId }, request, reply }) => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const outlet = new Outlet(reply.raw, end);
    const early: (LiveNews | LivePicture)[] = [];
    // What is told before the answer begins is kept for it.
    let watcher: LiveWatcher = {
      news: (news) => early.push(news),
      picture: (picture) => early.push(picture),
      end,
    };
    const through: LiveWatcher = {
      news: (news) => watcher.news(news),
      picture: (picture) => watcher.picture(picture),
      end,
    };
    const leave =
      (await recordings.watch(caller, liveId, through)) ?? (await watchedRuns.watch(caller, liveId, through));
    await streams.serveBytes(request, reply, async (raw, signal) => {
      watcher = outlet;
      for (const one of early.splice(0)) 'bytes' in one ? outlet.picture(one) : outlet.news(one);
      signal.addEventListener('abort', () => end(), { once: true });
      if (signal.aborted) end();
      const beat = setInterval(() => raw.write(liveBeat()), beatMs);
      await ended;
      clearInterval(beat);
    });
    leave();
  });
  registrar.add(calls.sendLiveInput, async ({ caller, body: { liveId, sequence, inputs } }) => {
    const sent = { from: caller.sessionId, sequence, inputs };
    if (!(await recordings.input(caller, liveId, sent))) await watchedRuns.input(caller, liveId, inputs);
    return { message: 'Done' };
  });
  registrar.add(calls.sendLiveCommand, async ({ caller, body: { liveId, command } }) => ({
    text: (await recordings.command(caller, liveId, command)) ?? (await watchedRuns.command(caller, liveId, command)),
  }));
  registrar.add(calls.tryLiveSteps, async ({ caller, body: { liveId, steps } }) => {
    await recordings.trySteps(caller, liveId, steps);
    return { message: 'Steps are being tried' };
  });
  registrar.add(calls.controlLive, async ({ caller, body: { liveId, action } }) => {
    if (!(await recordings.control(caller, liveId, action))) await watchedRuns.control(caller, liveId, action);
    return { message: 'Done' };
  });
}
