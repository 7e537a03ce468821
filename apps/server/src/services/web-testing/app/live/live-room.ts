import type { LiveInput, LiveNews, LivePicture } from '@touchstone/contracts/web-testing';
import { AppError } from '@touchstone/kernel';
import type { Actor } from '../../../workspaces/index.ts';
import { webTestingErrors } from '../../errors.ts';

/** A user's action on a live browser as a whole. */
export type LiveAction = 'take' | 'release' | 'pause' | 'resume' | 'next';

/** Inputs of a page, which numbers its calls. */
export interface SentInput {
  /** The page that sent them. */
  from: string;
  sequence: number;
  inputs: LiveInput[];
}

/** A watcher of a browser. */
export interface LiveWatcher {
  news(news: LiveNews): void;
  picture(picture: LivePicture): void;
  /** Nothing follows after this. */
  end(): void;
}

/** Events whose state later watchers need. */
const lasting = new Set<LiveNews['type']>([
  'tabs',
  'mode',
  'control',
  'paused',
  'trying',
  'idle',
  'dialog',
  'options',
  'files',
]);
/** For each event, the lasting event that it makes obsolete. */
const ends: Partial<Record<LiveNews['type'], LiveNews['type']>> = {
  dialogAnswered: 'dialog',
  tabs: 'idle',
  idle: 'tabs',
};

interface Holder extends Pick<Actor, 'userId' | 'name'> {
  /** When the right to edit the project was last verified, by the process's clock. */
  checkedMs: number;
}
/** Rights are checked again after this time, in case they have been revoked. */
const rightsHoldMs = 5_000;

/** LiveRoom connects the users around a browser: all of them see what happens in it, one may control it. */
export class LiveRoom {
  readonly #watchers = new Set<LiveWatcher>();
  readonly #state = new Map<LiveNews['type'], LiveNews>();
  #holder: Holder | undefined;
  #hasEnded = false;

  get watchers(): number {
    return this.#watchers.size;
  }
  /** The user in control of the browser. */
  get holder(): Holder | undefined {
    return this.#holder;
  }

  broadcast(news: LiveNews): void {
    const over = ends[news.type];
    if (over) this.#state.delete(over);
    if (lasting.has(news.type)) this.#state.set(news.type, news);
    for (const watcher of this.#watchers) watcher.news(news);
  }

  /** Drops a pending question, such as the choice in a list, once it is settled. */
  settle(type: 'options' | 'files'): void {
    this.#state.delete(type);
  }

  show(picture: LivePicture): void {
    for (const watcher of this.#watchers) watcher.picture(picture);
  }

  /** Gives control of the browser to a user, or to none. */
  hold(holder: Pick<Actor, 'userId' | 'name'> | undefined, nowMs = 0): void {
    this.#holder = holder && { userId: holder.userId, name: holder.name, checkedMs: nowMs };
    this.broadcast({ type: 'control', userId: holder?.userId ?? null, name: holder?.name ?? '' });
  }

  /** Sends the current state and everything that follows, until the returned function is called. */
  join(watcher: LiveWatcher): () => void {
    for (const news of this.#state.values()) watcher.news(news);
    if (this.#hasEnded) watcher.end();
    else this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** All watchers get the reason, and nothing more. */
  end(message: string): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.broadcast({ type: 'ended', message });
    for (const watcher of this.#watchers) watcher.end();
    this.#watchers.clear();
  }
}

/**
 * assertHolder throws if the user isn't in control. `check` throws if the caller lacks the right to view or edit the
 * project: without the right to view, that is all the caller learns, and the user in control must still have the right
 * to edit.
 */
export async function assertHolder(
  { holder }: Pick<LiveRoom, 'holder'>,
  { userId }: Pick<Actor, 'userId'>,
  nowMs: number,
  check: (need: 'view' | 'edit') => Promise<unknown>,
): Promise<void> {
  if (holder?.userId !== userId) {
    await check('view');
    throw holder === undefined
      ? new AppError(webTestingErrors.notInControl)
      : new AppError(webTestingErrors.otherInControl, { params: { name: holder.name } });
  }
  if (nowMs - holder.checkedMs < rightsHoldMs) return;
  await check('edit');
  holder.checkedMs = nowMs;
}
