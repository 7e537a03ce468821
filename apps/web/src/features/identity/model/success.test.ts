import { afterEach, expect, test, vi } from 'vitest';
import { leaveAfterSuccess } from './success.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the browser moves on one second after a successful sign-in [sign-in-2]', () => {
  vi.useFakeTimers();
  const assign = vi.fn();
  vi.stubGlobal('location', { assign });
  leaveAfterSuccess('/services/identity/authorize/1');
  vi.advanceTimersByTime(999);
  expect(assign).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(assign).toHaveBeenCalledExactlyOnceWith('/services/identity/authorize/1');
});
