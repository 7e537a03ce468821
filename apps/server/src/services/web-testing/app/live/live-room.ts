import type { LiveInput, LiveNews, LivePicture } from '@touchstone/contracts/web-testing';
import { AppError } from '@touchstone/kernel';
import type { Actor } from '../../../workspaces/index.ts';
import { webTestingErrors } from '../../errors.ts';

/** What people do to a live browser as a whole. */
export type LiveAction = 'take' | 'release' | 'pause' | 'resume' | 'next';

/** Inputs of a page, which counts its calls. */
export interface SentInput {
  /** The page that they come from. */
  from: string;
  sequence: number;
  inputs: LiveInput[];
}

/** Somebody who watches a browser. */
export interface LiveWatcher {
  news(news: LiveNews): void;
  picture(picture: LivePicture): void;
  /** Nothing follows. */
  end(): void;
}

/** What those who come later have to know. */
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
/** What is over with other news. */
const ends: Partial<Record<LiveNews['type'], LiveNews['type']>> = {
  dialogAnswered: 'dialog',
  tabs: 'idle',
  idle: 'tabs',
};

interface Holder extends Pick<Actor, 'userId' | 'name'> {
  /** When it was last made sure that they may change the project; of the clock of the process. */
  checkedMs: number;
}
/** Rights are looked at again after so long: they may have been taken away meanwhile. */
const rightsHoldMs = 5_000;

/** LiveRoom are the people around a browser: all of them hear what happens in it, one may use it. */
export class LiveRoom {
  readonly #watchers = new Set<LiveWatcher>();
  readonly #state = new Map<LiveNews['type'], LiveNews>();
  #holder: Holder | undefined;
  #hasEnded = false;

  get watchers(): number {
    return this.#watchers.size;
  }
  /** Who uses the browser. */
  get holder(): Holder | undefined {
    return this.#holder;
  }

  tell(news: LiveNews): void {
    const over = ends[news.type];
    if (over) this.#state.delete(over);
    if (lasting.has(news.type)) this.#state.set(news.type, news);
    for (const watcher of this.#watchers) watcher.news(news);
  }

  /** What was asked of people is settled, such as the choice in a list. */
  settle(type: 'options' | 'files'): void {
    this.#state.delete(type);
  }

  show(picture: LivePicture): void {
    for (const watcher of this.#watchers) watcher.picture(picture);
  }

  /** Gives control of the browser to somebody, or to nobody. */
  hold(holder: Pick<Actor, 'userId' | 'name'> | undefined, nowMs = 0): void {
    this.#holder = holder && { userId: holder.userId, name: holder.name, checkedMs: nowMs };
    this.tell({ type: 'control', userId: holder?.userId ?? null, name: holder?.name ?? '' });
  }

  /** Tells what is and what comes, until the returned function is called. */
  join(watcher: LiveWatcher): () => void {
    for (const news of this.#state.values()) watcher.news(news);
    if (this.#hasEnded) watcher.end();
    else this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  /** Everybody hears why, and nothing more. */
  end(message: string): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.tell({ type: 'ended', message });
    for (const watcher of this.#watchers) watcher.end();
    this.#watchers.clear();
  }
}

/**
 * assertHolder throws where someone else, or no one, is in control. `check` throws where the caller may not see or change the project: who may
 * not see it hears nothing else, and who is in control must still be allowed to change it.
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
