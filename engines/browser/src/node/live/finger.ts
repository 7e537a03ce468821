import type { CDPSession, Page } from 'playwright-core';
import type { Session } from '../session.ts';
import type { LiveInput } from './inputs.ts';

type Touch = Extract<LiveInput, { type: 'touchStart' | 'touchMove' | 'touchEnd' }>;

/**
 * Finger drags a page: by touch if its browser has a touchscreen; otherwise it scrolls what is under the finger like a
 * mouse wheel.
 */
export class Finger {
  readonly #session: Session;
  readonly #devtools = new WeakMap<Page, Promise<CDPSession>>();
  /** Where it went down, and where it was last. */
  #down: { page: Page; x: number; y: number; last: { x: number; y: number } } | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  async touch(page: Page, { type, x, y }: Touch): Promise<void> {
    if (type === 'touchStart') this.#down = { page, x, y, last: { x, y } };
    const down = this.#down;
    // The page of a drag may be closed by now.
    if (down?.page !== page) return;
    if (type === 'touchEnd') this.#down = undefined;
    if (this.#session.hasTouch) return this.#send(page, { type, x, y });
    if (type === 'touchStart') return page.mouse.move(x, y);
    const [dx, dy] = [down.last.x - x, down.last.y - y];
    down.last = { x, y };
    if (dx !== 0 || dy !== 0) await page.mouse.wheel(dx, dy);
  }

  async #send(page: Page, { type, x, y }: Touch): Promise<void> {
    const opened = this.#devtools.get(page) ?? this.#session.context.newCDPSession(page);
    this.#devtools.set(page, opened);
    const touchPoints = type === 'touchEnd' ? [] : [{ x, y }];
    await (await opened).send('Input.dispatchTouchEvent', { type, touchPoints });
  }
}
