import type { Client } from '@touchstone/contracts';
import {
  webTestingRoutes as calls,
  type LiveInput,
  type LiveNews,
  type LivePicture,
  LiveReader,
} from '@touchstone/contracts/web-testing';
import { vi } from 'vitest';
import { newModule, newScript, note, openUrl } from '../../test-repository/testing/builders.ts';

/** A watcher of a live browser. */
export class Watcher {
  readonly news: LiveNews[] = [];
  readonly pictures: LivePicture[] = [];
  readonly #control = new AbortController();
  #onMessage: () => void = () => undefined;
  hasEnded = false;

  async open(by: Client, liveId: string): Promise<this> {
    const { signal } = this.#control;
    const answer = await by.raw(calls.watchLive, { query: { liveId } }, { signal });
    this.hasEnded = false;
    void this.#read(answer.body!);
    return this;
  }
  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    const reader = new LiveReader();
    try {
      for await (const piece of body)
        for (const message of reader.read(piece)) {
          if ('news' in message) this.news.push(message.news);
          else this.pictures.push(message.picture);
          this.#onMessage();
        }
    } catch {
      // The watcher left, or the connection broke.
    }
    this.hasEnded = true;
    this.#onMessage();
  }
  /** Resolves with the first matching event, including past ones. */
  receives<Found extends LiveNews>(matches: (news: LiveNews) => news is Found): Promise<Found>;
  receives(matches: (news: LiveNews) => boolean): Promise<LiveNews>;
  receives(matches: (news: LiveNews) => boolean): Promise<LiveNews> {
    return this.until(Object.assign(() => this.news.find(matches), { toString: () => `${matches}` }));
  }
  /**
   * Resolves with what `find` returns once a message has made it available. Rejects after two minutes, with the events
   * so far.
   */
  until<Value>(find: () => Value | undefined | false): Promise<Value> {
    return new Promise((resolve, reject) => {
      const before = this.#onMessage;
      const news = () => this.news.slice(-10).map((one) => JSON.stringify(one).slice(0, 300));
      const onTimeout = () =>
        reject(new Error(`Waited for ${find} with ${this.pictures.length} pictures and:\n${news().join('\n')}`));
      const timer = setTimeout(onTimeout, 120_000);
      const again = () => {
        before();
        const found = find();
        if (found === undefined || found === false) return;
        clearTimeout(timer);
        resolve(found);
      };
      this.#onMessage = again;
      again();
    });
  }
  get hasLeft(): boolean {
    return this.#control.signal.aborted;
  }
  leave(): void {
    this.#control.abort();
  }
}

/** watchAsPage watches as the page does: a stream that ends before the browser is closed is reopened. */
export const watchAsPage = async (client: Client, liveId: string): Promise<Watcher> => {
  const watcher = await new Watcher().open(client, liveId);
  const follow = async () => {
    for (;;) {
      await watcher.until(() => watcher.hasEnded);
      if (watcher.hasLeft || watcher.news.some(({ type }) => type === 'ended')) return;
      await vi.waitFor(() => watcher.open(client, liveId), { timeout: 30_000 });
    }
  };
  void follow().catch(() => undefined);
  return watcher;
};

/** runUntilSignedIn starts a dry run that waits until a user signs in at the shop. */
export const runUntilSignedIn = async (client: Client, shopUrl: string): Promise<string> => {
  const { moduleUUID } = await newModule(client);
  const { uuid: scriptUUID } = await newScript(client, moduleUUID, { steps: [note('first')] });
  const open = { ...openUrl('open', `${shopUrl}/login`), timeoutMs: 120_000 };
  const wait = { id: 'wait', keyword: 'waitForText', args: { text: 'Hello,' }, timeoutMs: 600_000 };
  const steps = [open, wait, note('last')];
  return (await client.call(calls.executeModuleTest, { body: { scriptUUID, steps } })).runId;
};

let sequence = 0;
/** use acts on a live browser. */
export const use = (by: Client, liveId: string, inputs: LiveInput[]) => {
  sequence += 1;
  return by.call(calls.sendLiveInput, { body: { liveId, sequence, inputs } });
};
/** press presses keys in a live browser. */
export const press = (by: Client, liveId: string, keys: readonly string[]) =>
  use(
    by,
    liveId,
    keys.flatMap((key): LiveInput[] => [
      { type: 'keyDown', key },
      { type: 'keyUp', key },
    ]),
  );
/** isStep matches the recording of a step. */
export const isStep = (keyword: string) => (news: LiveNews) => news.type === 'step' && news.step.keyword === keyword;
/** tabs moves the focus by this many elements. */
export const tabs = (count: number) => Array.from({ length: count }, () => 'Tab');
