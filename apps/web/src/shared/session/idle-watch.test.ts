import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createIdleWatch } from './idle-watch.ts';

const times = { thresholdSeconds: 86_400, countdownSeconds: 300 };

/** Tabs of one browser share the last activity. */
function openTabs(count: number) {
  let last: number | undefined;
  const tabs = Array.from({ length: count }, () => {
    const onExpired = vi.fn();
    const watch = createIdleWatch({
      now: () => Date.now(),
      lastActivity: {
        get: () => last,
        set(atMs) {
          last = atMs;
          for (const tab of tabs) if (tab.watch !== watch) tab.watch.check();
        },
      },
      onExpired,
    });
    return { watch, onExpired };
  });
  for (const { watch } of tabs) watch.start(times);
  return tabs;
}
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

describe('the idle watch', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('counts down 300 seconds after 86400 seconds without activity [idle-session-1]', async () => {
    const [{ watch, onExpired }] = openTabs(1) as [ReturnType<typeof openTabs>[0]];
    await pass(86_399);
    expect(watch.getState()).toEqual({ phase: 'watching' });
    await pass(1);
    expect(watch.getState()).toEqual({ phase: 'countdown', remainingSeconds: 300 });
    await pass(61);
    expect(watch.getState()).toEqual({ phase: 'countdown', remainingSeconds: 239 });
    await pass(238);
    expect(watch.getState()).toEqual({ phase: 'countdown', remainingSeconds: 1 });
    expect(onExpired).not.toHaveBeenCalled();
    await pass(1);
    expect(watch.getState()).toEqual({ phase: 'expired' });
    await pass(90_000);
    expect(onExpired).toHaveBeenCalledTimes(1);
  });

  test('activity postpones the countdown, but does not stop a running one', async () => {
    const [{ watch }] = openTabs(1) as [ReturnType<typeof openTabs>[0]];
    await pass(80_000);
    watch.touch();
    await pass(86_399);
    expect(watch.getState().phase).toBe('watching');
    await pass(10);
    watch.touch();
    expect(watch.getState()).toEqual({ phase: 'countdown', remainingSeconds: 291 });
  });

  test('Continue restarts the watch [idle-session-2]', async () => {
    const [{ watch, onExpired }] = openTabs(1) as [ReturnType<typeof openTabs>[0]];
    await pass(86_500);
    watch.resume();
    expect(watch.getState()).toEqual({ phase: 'watching' });
    await pass(86_399);
    expect(watch.getState()).toEqual({ phase: 'watching' });
    await pass(1);
    expect(watch.getState()).toEqual({ phase: 'countdown', remainingSeconds: 300 });
    expect(onExpired).not.toHaveBeenCalled();
  });

  test('activity in one tab counts for all, and Continue closes the countdown in all', async () => {
    const [first, second] = openTabs(2) as [ReturnType<typeof openTabs>[0], ReturnType<typeof openTabs>[0]];
    await pass(86_000);
    second.watch.touch();
    await pass(86_000);
    expect(first.watch.getState().phase).toBe('watching');
    await pass(500);
    expect(first.watch.getState().phase).toBe('countdown');
    second.watch.resume();
    expect([first.watch.getState().phase, second.watch.getState().phase]).toEqual(['watching', 'watching']);
  });

  test('a tab that slept is expired as soon as it checks the clock [idle-session-4]', async () => {
    const [{ watch, onExpired }] = openTabs(1) as [ReturnType<typeof openTabs>[0]];
    vi.setSystemTime(Date.now() + 90_000_000);
    watch.check();
    expect(watch.getState()).toEqual({ phase: 'expired' });
    watch.resume();
    expect(watch.getState()).toEqual({ phase: 'expired' });
    expect(onExpired).toHaveBeenCalledTimes(1);
  });

  test('a stopped watch does nothing', async () => {
    const [{ watch, onExpired }] = openTabs(1) as [ReturnType<typeof openTabs>[0]];
    watch.stop();
    await pass(100_000);
    expect(watch.getState()).toEqual({ phase: 'off' });
    expect(onExpired).not.toHaveBeenCalled();
  });
});
