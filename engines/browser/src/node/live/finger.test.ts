import { startHttp } from '@touchstone/engine-http/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Hand } from '../../testing/hand.ts';
import { pool } from '../../testing/pool.ts';
import { browserEngines, findBrowserPath } from '../find-browsers.ts';
import { openSession, type SessionOptions } from '../session.ts';

const page = `<!doctype html><meta name="viewport" content="width=device-width"><title>Long</title>
<style>body { margin: 0; height: 6000px } #list { height: 200px; overflow: auto; background: #eee } #list p { height: 3000px }</style>
<div id="list"><p>List</p></div><script>
  globalThis.seen = [];
  for (const type of ['touchstart', 'touchend', 'wheel', 'click']) addEventListener(type, () => seen.push(type), { passive: true });
</script>`;

let site: Awaited<ReturnType<typeof startHttp>>;
beforeAll(async () => {
  site = await startHttp((_request, response) => response.setHeader('content-type', 'text/html').end(page));
});
afterAll(async () => {
  await site.close();
});

const cases: [title: string, options: Pick<SessionOptions, 'engine' | 'device'>, isTouch: boolean][] = [
  ...browserEngines.map((engine): (typeof cases)[number] => [engine, { engine }, false]),
  ['chromium with a touchscreen', { engine: 'chromium', device: 'Pixel 7' }, true],
];

for (const [title, options, isTouch] of cases) {
  const path = await findBrowserPath(options.engine);
  describe.skipIf(!path)(path ? title : `${title} (not installed on this machine)`, () => {
    it('scrolls the page under a dragging finger, or what lies under it, and clicks nothing', async () => {
      const session = await openSession(pool, options);
      const hand = new Hand(session);
      try {
        await hand.browser.command({ type: 'open', url: site.url });
        await session.page.waitForLoadState();
        const tops = () => session.page.evaluate(() => [scrollY, document.getElementById('list')!.scrollTop] as const);
        await hand.swipe({ x: 200, y: 600 }, { x: 200, y: 300 });
        await expect.poll(async () => (await tops())[0], { timeout: 5000 }).toBeGreaterThan(200);
        // A new page, so that nothing of the first drag continues.
        await hand.browser.command({ type: 'open', url: `${site.url}/again` });
        await session.page.waitForLoadState();
        await hand.swipe({ x: 200, y: 150 }, { x: 200, y: 50 });
        await expect.poll(async () => (await tops())[1], { timeout: 5000 }).toBeGreaterThan(50);
        expect((await tops())[0]).toBe(0);
        const seen = await session.page.evaluate(() => (globalThis as never as { seen: string[] }).seen);
        expect(seen.includes('touchstart')).toBe(isTouch);
        expect(seen).not.toContain('click');
        expect(hand.steps.map(({ keyword }) => keyword)).toEqual(['openUrl', 'openUrl']);
      } finally {
        hand.browser.close();
        await session.close();
      }
    });
  });
}
