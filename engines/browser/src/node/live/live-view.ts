import type { Page } from 'playwright-core';
import type { Session } from '../session.ts';

/** A picture of the displayed page. */
export interface LiveFrame {
  /** JPEG; PNG from WebKit. */
  bytes: Uint8Array;
  /** Of the page, in CSS pixels. */
  width: number;
  height: number;
}
type Listener = (frame: LiveFrame) => void;

const quality = 60;
/**
 * If Chromium is moving the page to another process when pictures are requested, none arrive; otherwise the first one
 * arrives sooner than this.
 */
const silentMs = 500;

/** LiveView shows a session's current tab while it is watched; otherwise it takes no pictures. */
export class LiveView {
  readonly #session: Session;
  readonly #listeners = new Set<Listener>();
  #shown: Page | undefined;
  #latest: LiveFrame | undefined;
  #work: Promise<void> = Promise.resolve();
  #leave: () => void = () => undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Sends the latest picture immediately and each new one until the returned function is called. */
  watch(listener: Listener): () => void {
    if (this.#listeners.size === 0) this.#leave = this.#session.tabs.watch({ onChange: () => this.#follow() });
    this.#listeners.add(listener);
    if (this.#latest) listener(this.#latest);
    this.#follow();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#leave();
      this.#follow();
    };
  }

  /** Switches to the current tab. */
  #follow(): void {
    this.#work = this.#work.then(() => this.#turn()).catch(() => undefined);
  }

  async #turn(): Promise<void> {
    const open = this.#session.tabs.open;
    const wanted = this.#listeners.size > 0 && open.length > 0 ? this.#session.page : undefined;
    if (wanted === this.#shown) return;
    const left = this.#shown;
    this.#shown = wanted;
    if (left && !left.isClosed()) await left.screencast.stop();
    if (!wanted) {
      this.#latest = undefined;
      return;
    }
    await this.#start(wanted);
  }

  async #start(page: Page, waitMs = silentMs): Promise<void> {
    const again = () => {
      this.#work = this.#work.then(() => this.#startAgain(page, waitMs * 2)).catch(() => undefined);
    };
    const timer = setTimeout(again, waitMs);
    await page.screencast.start({
      quality,
      ...(page.viewportSize() && { size: page.viewportSize()! }),
      onFrame: ({ data, viewportWidth, viewportHeight }) => {
        clearTimeout(timer);
        if (this.#shown === page) this.#show({ bytes: data, width: viewportWidth, height: viewportHeight });
      },
    });
  }

  async #startAgain(page: Page, waitMs: number): Promise<void> {
    if (this.#shown !== page || page.isClosed()) return;
    await page.screencast.stop();
    await this.#start(page, waitMs);
  }

  #show(frame: LiveFrame): void {
    this.#latest = frame;
    for (const listener of this.#listeners) listener(frame);
  }
}
