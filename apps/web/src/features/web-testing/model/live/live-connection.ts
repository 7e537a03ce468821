import type { LiveCommand, LiveInput, LiveNews, LivePicture } from '@touchstone/contracts/web-testing';
import { messageOf } from '../../../../shared/toasts.ts';
import { readLive, sendCommand, sendInput } from '../../api/live.ts';
import { firstLiveState, type LiveState, withNews } from './live-state.ts';

/** Delays between reconnection attempts, in milliseconds. */
const restsMs = [300, 1000, 2000, 5000];
/** Maximum number of queued clicks and keys; further ones are dropped, as on a machine that hangs. */
const maxWaiting = 400;

/** LiveConnection watches a live browser and sends user input to it, in order and without queuing mouse moves. */
export class LiveConnection {
  readonly liveId: string;
  #state = firstLiveState;
  readonly #listeners = new Set<() => void>();
  readonly #newsListeners = new Set<(news: LiveNews) => void>();
  readonly #pictureListeners = new Set<(picture: LivePicture) => void>();
  #latest: LivePicture | undefined;
  readonly #control = new AbortController();
  #waiting: LiveInput[] = [];
  #isSending = false;
  #sequence = Date.now();

  constructor(liveId: string) {
    this.liveId = liveId;
  }

  readonly getState = (): LiveState => this.#state;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  onNews(listener: (news: LiveNews) => void): () => void {
    this.#newsListeners.add(listener);
    return () => this.#newsListeners.delete(listener);
  }
  /** Calls the listener with each picture, starting with the latest. */
  onPicture(listener: (picture: LivePicture) => void): () => void {
    this.#pictureListeners.add(listener);
    if (this.#latest) listener(this.#latest);
    return () => this.#pictureListeners.delete(listener);
  }

  /** Watches until the browser is closed or `leave` is called; reconnects a broken connection. */
  async watch(): Promise<void> {
    const { signal } = this.#control;
    for (let tries = 0; !signal.aborted && this.#state.status !== 'ended'; tries += 1) {
      if (tries > 0) await rest(restsMs[Math.min(tries - 1, restsMs.length - 1)] ?? 0);
      try {
        for await (const message of readLive(this.liveId, signal)) {
          tries = 0;
          if ('news' in message) this.#receive(message.news);
          else this.#see(message.picture);
        }
        if (this.#state.status === 'open') this.#set({ status: 'lost' });
      } catch (error) {
        if (signal.aborted) return;
        const hasEnded = [403, 404, 409].includes((error as { status?: number }).status ?? 0);
        this.#set(hasEnded ? { status: 'ended', message: messageOf(error) } : { status: 'lost' });
      }
    }
  }

  leave(): void {
    this.#control.abort();
  }

  /** Sends user input. A pending move is replaced by the newest. */
  input(input: LiveInput): void {
    if (this.#state.status !== 'open' || this.#state.dialog) return;
    const last = this.#waiting.at(-1);
    const isMove = input.type === 'move' || input.type === 'touchMove';
    if (isMove && last?.type === input.type) this.#waiting[this.#waiting.length - 1] = input;
    else if (input.type === 'wheel' && last?.type === 'wheel')
      this.#waiting[this.#waiting.length - 1] = { ...input, dx: input.dx + last.dx, dy: input.dy + last.dy };
    else if (this.#waiting.length < maxWaiting) this.#waiting.push(input);
    void this.#send();
  }

  /** Sends the browser a command; resolves with the copied text. */
  async command(command: LiveCommand): Promise<string> {
    this.#set({ problem: '' });
    if (command.type === 'chooseOption') this.#set({ options: null });
    if (command.type === 'chooseFile') this.#set({ asksForFile: false });
    try {
      return await sendCommand(this.liveId, command);
    } catch (error) {
      this.#set({ problem: messageOf(error) });
      return '';
    }
  }

  /** Clears the picked element. */
  forgetPicked(): void {
    this.#set({ picked: null });
  }

  async #send(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      while (this.#waiting.length > 0 && !this.#control.signal.aborted) {
        const inputs = this.#waiting;
        this.#waiting = [];
        this.#sequence += 1;
        await this.#surely(() => sendInput(this.liveId, this.#sequence, inputs));
      }
    } catch (error) {
      this.#waiting = [];
      if (!this.#control.signal.aborted) this.#set({ problem: messageOf(error) });
    } finally {
      this.#isSending = false;
    }
  }

  /** Retries while the server is briefly busy or unavailable; calls are numbered, so none is applied twice. */
  async #surely(send: () => Promise<unknown>): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      try {
        await send();
        return;
      } catch (error) {
        const isPassing = [0, 429, 502, 503, 504].includes((error as { status?: number }).status ?? -1);
        const ms = restsMs[tries];
        if (!isPassing || ms === undefined || this.#control.signal.aborted) throw error;
        await rest(ms);
      }
    }
  }

  #receive(news: LiveNews): void {
    this.#state = withNews({ ...this.#state, status: 'open' }, news);
    for (const listener of this.#newsListeners) listener(news);
    this.#notify();
  }

  #see(picture: LivePicture): void {
    this.#latest = picture;
    for (const listener of this.#pictureListeners) listener(picture);
    if (this.#state.status !== 'open') this.#set({ status: 'open' });
  }

  #set(patch: Partial<LiveState>): void {
    this.#state = { ...this.#state, ...patch };
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
