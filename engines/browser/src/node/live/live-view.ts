import type { Page } from 'playwright-core';
import type { Session } from '../session.ts';

/** A picture of the page as it is shown now. */
export interface LiveFrame {
  /** JPEG; of WebKit PNG. */
  bytes: Uint8Array;
  /** Of the page, in CSS pixels. */
  width: number;
  height: number;
}
type Listener = (frame: LiveFrame) => void;

const quality = 60;
/** Where pictures are asked for just as Chromium gives the page another process, none comes; else the first one comes sooner than this. */
const silentMs = 500;

/** LiveView shows the current tab of a session for as long as somebody watches; nothing is taken where nobody does. */
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

  /** Gives each new picture until the returned function is called, the latest at once. */
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

  /** Turns to the tab that is the current one now. */
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
