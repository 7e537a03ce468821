import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Session } from '../session.ts';
import { type LiveFrame, LiveView } from './live-view.ts';

interface Start {
  onFrame: (frame: { data: Uint8Array; viewportWidth: number; viewportHeight: number }) => void;
}

/** A page whose screencast sends nothing until it has been started this many times. */
function silentPage(starts: number): { session: Session; calls: string[] } {
  const calls: string[] = [];
  const screencast = {
    start({ onFrame }: Start) {
      calls.push('start');
      if (calls.filter((call) => call === 'start').length >= starts)
        onFrame({ data: new Uint8Array([1]), viewportWidth: 1280, viewportHeight: 720 });
      return Promise.resolve();
    },
    stop() {
      calls.push('stop');
      return Promise.resolve();
    },
  };
  const page = { screencast, isClosed: () => false, viewportSize: () => null } as unknown as Page;
  const session = { page, tabs: { open: [page], watch: () => () => undefined } } as unknown as Session;
  return { session, calls };
}

test('a page that sends no picture at first is asked again', async () => {
  const { session, calls } = silentPage(2);
  const frames: LiveFrame[] = [];
  const leave = new LiveView(session).watch((frame) => frames.push(frame));
  await expect.poll(() => frames).toEqual([{ bytes: new Uint8Array([1]), width: 1280, height: 720 }]);
  expect(calls).toEqual(['start', 'stop', 'start']);
  leave();
  await expect.poll(() => calls).toEqual(['start', 'stop', 'start', 'stop']);
});
