import { afterEach, beforeEach, expect, type Mock, test, vi } from 'vitest';
import { createExternalApplications } from './external-applications.ts';

let token: string | null;
let refreshed: () => void;
let target: { closed: boolean; postMessage: Mock<(message: unknown, targetOrigin: unknown) => void> };
const opened: string[] = [];
const start = (isBlocked = false) =>
  createExternalApplications({
    open: (url) => {
      opened.push(url);
      return isBlocked ? null : target;
    },
    accessToken: () => token,
    onSession: (listener) => {
      refreshed = listener;
    },
  });
const sap = { name: 'SAP_TESTING', url: 'https://sap.example/start?x=1' } as const;

beforeEach(() => {
  vi.useFakeTimers();
  token = 'one';
  target = { closed: false, postMessage: vi.fn<(message: unknown, targetOrigin: unknown) => void>() };
  opened.length = 0;
});
afterEach(() => vi.useRealTimers());

test('the token is posted one second after opening, to that origin only [external-apps-1] [external-apps-2]', () => {
  expect(start().open(sap)).toBe(true);
  expect(opened).toEqual([sap.url]);
  vi.advanceTimersByTime(999);
  expect(target.postMessage).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(target.postMessage.mock.calls).toEqual([[{ type: 'touchstone.token', token: 'one' }, 'https://sap.example']]);
});

test('data testing is told once that this is the first transmission [external-apps-2] [external-apps-3]', () => {
  start().open({ name: 'DATA_TESTING', url: 'https://data.example/' });
  vi.advanceTimersByTime(1000);
  token = 'two';
  refreshed();
  expect(target.postMessage.mock.calls.map(([message]) => message)).toEqual([
    { type: 'touchstone.token', token: 'one', firstTransmission: true },
    { type: 'touchstone.token', token: 'two' },
  ]);
});

test('a refreshed token is posted once to open windows [external-apps-3]', () => {
  start().open(sap);
  vi.advanceTimersByTime(1000);
  refreshed();
  expect(target.postMessage).toHaveBeenCalledTimes(1);
  token = 'two';
  refreshed();
  refreshed();
  expect(target.postMessage).toHaveBeenCalledTimes(2);
  token = 'three';
  target.closed = true;
  refreshed();
  token = null;
  refreshed();
  expect(target.postMessage).toHaveBeenCalledTimes(2);
});

test('a window blocked by the browser is reported', () => {
  expect(start(true).open(sap)).toBe(false);
});
