import type { Tour } from '../../shared/tours/tour.ts';

/**
 * How many times, and how far apart in milliseconds, a target is looked up; how much longer the step named `delay`
 * waits.
 */
export const searchAttempts = 12;
export const searchIntervalMs = 500;
export const delayMs = 700;

/** findTarget returns the first visible element that matches a selector. */
export const findTarget = (selector: string): Element | undefined =>
  [...document.querySelectorAll(selector)].find((element) => element.checkVisibility?.() ?? true);

const pause = (durationMs: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, durationMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Retries a lookup until it finds something; undefined if it doesn't or is aborted. */
async function search<T>(find: () => T | undefined, signal: AbortSignal): Promise<T | undefined> {
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    const found = find();
    if (found !== undefined || attempt === searchAttempts) return found;
    await pause(searchIntervalMs, signal);
  }
  return undefined;
}

/** searchTarget waits for a step's target: up to 12 lookups, 500 ms apart, after 700 ms for the step named `delay`. */
export async function searchTarget(
  step: { id: string; attachTo: { element: string } },
  signal: AbortSignal,
): Promise<Element | undefined> {
  if (step.id === 'delay') await pause(delayMs, signal);
  return search(() => findTarget(step.attachTo.element), signal);
}

/**
 * chooseTour waits until the page shows which of its tours applies: with or without data. The last one is the fallback.
 */
export async function chooseTour(tours: readonly Tour[], signal: AbortSignal): Promise<Tour | undefined> {
  const fits = ({ needs }: Tour) => needs === undefined || findTarget(needs) !== undefined;
  return (await search(() => tours.find(fits), signal)) ?? tours.at(-1);
}
