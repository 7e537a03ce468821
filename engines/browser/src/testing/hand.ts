import type { Step } from '@touchstone/engine-keyword/core';
import type { Locator } from 'playwright-core';
import { LiveBrowser, type LiveNews } from '../node/live/live-browser.ts';
import type { Session } from '../node/session.ts';

/** Hand simulates a person at a live browser: it knows points on the screen and keys, nothing of the page. */
export class Hand {
  readonly news: LiveNews[] = [];
  readonly browser: LiveBrowser;
  readonly #waiting = new Set<() => void>();

  constructor(session: Session) {
    this.browser = new LiveBrowser(session, (news) => {
      this.news.push(news);
      for (const check of this.#waiting) check();
    });
  }

  /** The recorded steps, assembled as the product's page does. */
  get steps(): Step[] {
    let steps: Step[] = [];
    for (const news of this.news) {
      if (news.type === 'removed') steps = steps.filter(({ id }) => id !== news.stepId);
      if (news.type !== 'step') continue;
      const at = steps.findIndex(({ id }) => id === news.step.id);
      if (at >= 0) steps[at] = news.step;
      else if (news.before === undefined) steps.push(news.step);
      else
        steps.splice(
          steps.findIndex(({ id }) => id === news.before),
          0,
          news.step,
        );
    }
    return steps;
  }

  /** Waits for an event of a type since the start of the call, or returns one that has already arrived. */
  receives<Type extends LiveNews['type']>(type: Type): Promise<Extract<LiveNews, { type: Type }>> {
    return new Promise((resolve) => {
      const check = () => {
        const found = this.news.findLast((one) => one.type === type);
        if (!found) return;
        this.#waiting.delete(check);
        resolve(found as Extract<LiveNews, { type: Type }>);
      };
      this.#waiting.add(check);
      check();
    });
  }

  async click(locator: Locator, { button = 'left' as const, count = 1 } = {}): Promise<void> {
    const { x, y } = await middleOf(locator);
    for (let time = 1; time <= count; time += 1) {
      await this.browser.input([{ type: 'move', x, y }]);
      await this.browser.input([{ type: 'down', x, y, button, count: time }]);
      await this.browser.input([{ type: 'up', x, y, button, count: time }]);
    }
  }

  async drag(from: Locator, to: Locator): Promise<void> {
    const [start, end] = [await middleOf(from), await middleOf(to)];
    await this.browser.input([{ type: 'move', ...start }]);
    await this.browser.input([{ type: 'down', ...start, button: 'left', count: 1 }]);
    await this.browser.input([{ type: 'move', x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 }]);
    await this.browser.input([{ type: 'move', ...end }]);
    await this.browser.input([{ type: 'up', ...end, button: 'left', count: 1 }]);
  }

  /** Drags a finger over the page. */
  async swipe(from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
    await this.browser.input([{ type: 'touchStart', ...from }]);
    const moves = 10;
    for (let move = 1; move <= moves; move += 1) {
      const part = move / moves;
      const [x, y] = [from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part];
      await this.browser.input([{ type: 'touchMove', x, y }]);
    }
    await this.browser.input([{ type: 'touchEnd', ...to }]);
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys)
      await this.browser.input([
        { type: 'keyDown', key },
        { type: 'keyUp', key },
      ]);
  }

  type(text: string): Promise<void> {
    return this.press(...text);
  }
}

async function middleOf(locator: Locator): Promise<{ x: number; y: number }> {
  await locator.scrollIntoViewIfNeeded();
  const box = await locator.boundingBox();
  if (!box) throw new Error(`Nothing is shown at ${locator}.`);
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
}
