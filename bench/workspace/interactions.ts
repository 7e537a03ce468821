import type { Page } from '@playwright/test';

/** The browser doesn't report shorter interactions, which count as this, in milliseconds. */
export const shortestMs = 16;

/** measure repeats an action and returns how long each interaction took. */
export async function measure(page: Page, times: number, act: (index: number) => Promise<void>): Promise<number[]> {
  await page.evaluate((duration) => {
    const longest = new Map<number, number>();
    const observer = new PerformanceObserver((list) => {
      // Key down, press and up are one interaction, as are the events of a click.
      for (const { interactionId, duration: ms } of list.getEntries() as unknown as (PerformanceEntry & {
        interactionId: number;
      })[])
        if (interactionId > 0) longest.set(interactionId, Math.max(longest.get(interactionId) ?? 0, ms));
    });
    observer.observe({ type: 'event', durationThreshold: duration } as PerformanceObserverInit);
    Object.assign(window, { benchTook: longest });
  }, shortestMs);
  for (let index = 0; index < times; index += 1) await act(index);
  const slow = await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 100))));
    return [...(window as unknown as { benchTook: Map<number, number> }).benchTook.values()];
  });
  return [...slow, ...Array.from({ length: Math.max(0, times - slow.length) }, () => shortestMs)];
}

const at = (sorted: number[], share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
/** figureOf returns the median and the 98th percentile of interactions, in milliseconds. */
export function figureOf(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b);
  return { interactions: times.length, medianMs: at(sorted, 0.5), p98Ms: at(sorted, 0.98) };
}
