import type { Target, Locator as Way } from '@touchstone/engine-keyword/core';
import { toLocatorText } from '@touchstone/engine-keyword/core';
import type { Frame, FrameLocator, Locator, Page } from 'playwright-core';
import { isClosed, StepFailure, seconds } from './failures.ts';

/** Where elements are searched. */
export type Scope = Page | Frame | FrameLocator;
type Role = Parameters<Page['getByRole']>[0];

/** An element, and the locator that found it. */
export interface Located {
  locator: Locator;
  way: Way;
}

const shownMatches = 5;
/** Rests between checks of the page, in milliseconds: short at first, then longer. */
const restsMs = [30, 50, 100, 150, 250];

/** locatorFor returns the Playwright locator of a locator. */
export function locatorFor(scope: Scope, way: Way): Locator {
  const exact = way.exact ?? false;
  switch (way.by) {
    case 'role':
      return scope.getByRole(way.value as Role, way.name === undefined ? {} : { name: way.name, exact });
    case 'testid':
      return scope.getByTestId(way.value);
    case 'label':
      return scope.getByLabel(way.value, { exact });
    case 'placeholder':
      return scope.getByPlaceholder(way.value, { exact });
    case 'text':
      return scope.getByText(way.value, { exact });
    case 'css':
      return scope.locator(`css=${way.value}`);
    case 'xpath':
      return scope.locator(`xpath=${way.value}`);
  }
}

/** scopeOf descends into frames, outermost first. */
export function scopeOf(page: Page, frames: readonly Way[]): Scope {
  return frames.reduce<Scope>((scope, way) => locatorFor(scope, way).contentFrame(), page);
}

/** MissingElement is thrown if no locator finds exactly one element: each finds none, or several. */
export class MissingElement extends StepFailure {}

/** Polling until a deadline, with a rest between them. */
export class Polling {
  readonly endsAt: number;
  readonly #signal: AbortSignal;
  readonly #refresh: () => Promise<void>;
  #count = 0;
  /** `refresh` polls a browser that doesn't report its own changes. */
  constructor(timeoutMs: number, signal: AbortSignal, refresh: () => Promise<void>) {
    this.#refresh = refresh;
    this.endsAt = performance.now() + timeoutMs;
    this.#signal = signal;
  }
  get leftMs(): number {
    return Math.max(1, Math.ceil(this.endsAt - performance.now()));
  }
  /** Rests, and returns whether there is time for another look. */
  async another(): Promise<boolean> {
    if (this.#signal.aborted || performance.now() >= this.endsAt) return false;
    const ms = Math.min(restsMs[Math.min(this.#count, restsMs.length - 1)] ?? 250, this.leftMs);
    this.#count += 1;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    const stop = () => resolve();
    this.#signal.addEventListener('abort', stop);
    await promise;
    clearTimeout(timer);
    this.#signal.removeEventListener('abort', stop);
    await this.#refresh();
    return !this.#signal.aborted;
  }
}

/** countOf counts immediately; a page that is being left counts as empty. */
export async function countOf(locator: Locator): Promise<number> {
  try {
    return await locator.count();
  } catch (error) {
    if (isClosed(error) || !/context was destroyed|navigat|detached|frame/i.test(String(error))) throw error;
    return 0;
  }
}

interface Many {
  way: Way;
  locator: Locator;
  count: number;
}

/**
 * One look: the first locator that finds exactly one element, or exactly one visible one; otherwise the locators that
 * find several.
 */
async function locateOnce(scope: Scope, ways: readonly Way[]): Promise<Located | Many[]> {
  const many: Many[] = [];
  for (const way of ways) {
    const locator = locatorFor(scope, way);
    const count = await countOf(locator);
    if (count === 1) return { locator, way };
    if (count === 0) continue;
    const visible = locator.filter({ visible: true });
    if ((await countOf(visible)) === 1) return { locator: visible, way };
    many.push({ way, locator, count });
  }
  return many;
}

/** findNow returns the element in the page's current state, or undefined if there is none. */
export async function findNow(scope: Scope, target: Target): Promise<Located | undefined> {
  const found = await locateOnce(scope, target.locators);
  if (!Array.isArray(found)) return found;
  if (found[0]) throw await ambiguous(target, found[0]);
  return undefined;
}

/** findElement waits until one of the ways finds exactly one element. */
export async function findElement(scope: Scope, target: Target, polling: Polling, timeoutMs: number): Promise<Located> {
  let many: Many[];
  do {
    const found = await locateOnce(scope, target.locators);
    if (!Array.isArray(found)) return found;
    many = found;
  } while (await polling.another());
  if (many[0]) throw await ambiguous(target, many[0]);
  const tried = target.locators.map(toLocatorText).join(', ');
  throw new MissingElement(
    'failed',
    tried === ''
      ? `"${target.name}" has no locator. Pick the element again.`
      : `"${target.name}" was not found within ${seconds(timeoutMs)}. Tried: ${tried}.`,
  );
}

async function ambiguous(target: Target, { way, locator, count }: Many): Promise<StepFailure> {
  const shown = await locator.evaluateAll(
    (elements, most) =>
      elements.slice(0, most).map((element) => {
        const tag = (element.cloneNode(false) as Element).outerHTML.replace(/<\/[^>]*>$/, '');
        const text = (element.textContent ?? '').trim().replace(/\s+/g, ' ');
        return `${tag.slice(0, 120)}${text.slice(0, 60)}`;
      }),
    shownMatches,
  );
  const more = count > shown.length ? ', …' : '';
  return new MissingElement(
    'error',
    `"${target.name}" is ambiguous: ${toLocatorText(way)} finds ${count} elements (${shown.join(', ')}${more}). Use a locator that finds one.`,
  );
}
