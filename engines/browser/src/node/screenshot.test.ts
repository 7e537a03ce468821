import { readPng } from '@touchstone/engine-assert/picture';
import type { Step } from '@touchstone/engine-keyword/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { act, found, open, openShop, play, type Shop } from '../testing/index.ts';
import { pool } from '../testing/pool.ts';
import { type BrowserEngine, findBrowserPath, findBrowsers } from './find-browsers.ts';
import type { Baseline, Baselines } from './keywords/screenshot.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(async () => {
  await shop.close();
});

/** For failing steps: time for two pictures on a busy machine. */
const short = { lastTimeoutMs: 3000 };

/** Stores pictures in memory, the first of each name. */
class Kept implements Baselines {
  readonly pictures = new Map<string, Baseline>();
  async find(name: string) {
    return this.pictures.get(name);
  }
  async keep(name: string, { bytes }: { bytes: Uint8Array }) {
    const other = this.pictures.get(name);
    if (other) return { ...other, isOwn: false };
    const own = { version: 1, bytes };
    this.pictures.set(name, own);
    return { ...own, isOwn: true };
  }
}

const verify = (args: Record<string, string> = {}, target: Step['target'] = null) =>
  act('verifyScreenshot', { name: 'Shop', ...args }, target);
const js = (code: string) => act('runJavaScript', { code });
const heading = found('css', 'h1');

describe.skipIf(!(await findBrowserPath('chromium')))('pictures', () => {
  const run = async (
    baselines: Baselines | undefined,
    steps: Step[],
    given: { lastTimeoutMs?: number; device?: string; engine?: BrowserEngine } = {},
  ) => {
    const options = {
      engine: 'chromium',
      baseUrl: shop.url,
      ...(baselines && { baselines }),
      ...given,
    } as const;
    const { finished } = await play(pool, [open(), act('waitForText', { text: 'Oat biscuits' }), ...steps], options);
    return finished.at(-1)!;
  };

  it('keeps the first one, and passes if the page looks as before', async () => {
    const kept = new Kept();
    const first = await run(kept, [verify()]);
    expect(first).toMatchObject({
      status: 'passed',
      message: 'This first picture of "Shop" is its baseline now. Review it in the report.',
      picture: { name: 'Shop', verdict: 'new', version: 1, percent: 0 },
      evidence: [{ name: 'Shop actual', role: 'actual', mediaType: 'image/png' }],
    });
    const { width, height } = readPng(kept.pictures.get('Shop')!.bytes);
    expect([width, height]).toEqual([1280, 800]);
    const second = await run(kept, [verify()]);
    expect(second).toMatchObject({ status: 'passed', message: '', picture: { verdict: 'same', version: 1 } });
    expect(second.evidence).toBeUndefined();
  });

  it('fails without a baseline if the step requires one, with the picture to accept', async () => {
    const kept = new Kept();
    expect(await run(kept, [verify({ ifNew: 'fail' })])).toMatchObject({
      status: 'failed',
      message: '"Shop" has no baseline in this target. Look at the picture in the report, and accept it.',
      picture: { verdict: 'new', version: null },
      evidence: [{ role: 'actual' }],
    });
    expect(kept.pictures.size).toBe(0);
  });

  it('shows the difference, and tolerates a share of different pixels', async () => {
    const kept = new Kept();
    await run(kept, [verify()]);
    const change = js("document.querySelector('h1').style.color = '#f00'");
    const different = await run(kept, [change, verify()], short);
    expect(different.message).toMatch(/^[\d,]+ pixels \([\d.]+ %\) differ from version 1 of the baseline; 0 % may\.$/);
    expect(different).toMatchObject({
      status: 'failed',
      expected: 'at most 0 % of the pixels differ',
      picture: { verdict: 'different', version: 1, allowedPercent: 0 },
      evidence: [{ role: 'expected' }, { role: 'actual' }, { role: 'difference' }],
    });
    const alike = await run(kept, [change, verify({ threshold: '5' })]);
    expect(alike).toMatchObject({ status: 'passed', picture: { verdict: 'same' } });
    expect(alike.evidence).toHaveLength(3);
  });

  it('ignores masks, of the page and of an element', async () => {
    const kept = new Kept();
    const change = js("document.querySelector('h1').textContent = 'Others'");
    await run(kept, [verify()]);
    expect(await run(kept, [change, verify({ masks: 'css="h1"\ncss=".nothing"' })])).toMatchObject({
      status: 'passed',
    });
    const inMain = found('css', 'main');
    await run(kept, [verify({ name: 'Main' }, inMain)]);
    expect(await run(kept, [change, verify({ name: 'Main' }, inMain)], short)).toMatchObject({ status: 'failed' });
    expect(await run(kept, [change, verify({ name: 'Main', masks: 'css="h1"' }, inMain)])).toMatchObject({
      status: 'passed',
    });
  });

  it("takes the whole page, and of a phone the page's size in pixels", async () => {
    const kept = new Kept();
    const long = js("document.body.style.height = '3000px'");
    await run(kept, [long, verify({ wholePage: 'true' })]);
    expect(readPng(kept.pictures.get('Shop')!.bytes).height).toBeGreaterThan(2900);
    for (const { engine } of await findBrowsers()) {
      const phone = new Kept();
      await run(phone, [verify()], { device: 'Pixel 7', engine });
      expect(readPng(phone.pictures.get('Shop')!.bytes)).toMatchObject({ width: 412, height: 839 });
    }
  });

  it('waits until the page looks as before', async () => {
    const kept = new Kept();
    await run(kept, [verify({}, heading)]);
    const late = js(
      "const h1 = document.querySelector('h1'); h1.style.color = '#f00'; setTimeout(() => { h1.style.color = ''; }, 400)",
    );
    expect(await run(kept, [late, verify({}, heading)])).toMatchObject({
      status: 'passed',
      message: '',
    });
  });

  it('reports a different size, and a page that never settles', async () => {
    const kept = new Kept();
    await run(kept, [verify()]);
    const small = act('setViewport', { width: '600', height: '500' });
    expect(await run(kept, [small, verify()], short)).toMatchObject({
      status: 'failed',
      message: 'The picture has 600 × 500 pixels, version 1 of the baseline has 1280 × 800.',
      picture: { verdict: 'other size' },
      evidence: [{ role: 'expected' }, { role: 'actual' }],
    });
    const restless = js(
      "const say = () => { document.querySelector('h1').textContent = Math.random(); requestAnimationFrame(say); }; say();",
    );
    expect(await run(kept, [restless, verify()], short)).toMatchObject({
      status: 'failed',
      message: 'The picture did not come to rest within 3 s. Leave out with a mask what keeps moving.',
      evidence: [{ role: 'actual' }],
    });
  });

  it('compares with the picture that another run stored in the meantime', async () => {
    const kept = new Kept();
    await run(kept, [verify()]);
    const late: Baselines = { find: async () => undefined, keep: (name, picture) => kept.keep(name, picture) };
    expect(await run(late, [verify()])).toMatchObject({ status: 'passed', picture: { verdict: 'same', version: 1 } });
    const change = js("document.querySelector('h1').style.color = '#f00'");
    expect(await run(late, [change, verify()], short)).toMatchObject({
      status: 'failed',
      picture: { verdict: 'different' },
    });
  });

  it.each<[string, Baselines | undefined, Record<string, string>, string]>([
    ['no run', undefined, {}, 'Pictures are compared when a script is run.'],
    ['no name', new Kept(), { name: ' ' }, 'Give the picture a name.'],
    ['a share of all', new Kept(), { threshold: '101' }, 'between 0 and 100 percent'],
    ['a mask', new Kept(), { masks: 'the clock' }, '"the clock" is no locator.'],
    [
      'a damaged baseline',
      { find: async () => ({ version: 1, bytes: Buffer.from('x') }), keep: () => Promise.reject(new Error()) },
      {},
      'The file is no PNG picture.',
    ],
  ])('explains what is wrong: %s', async (_name, baselines, args, message) => {
    expect(await run(baselines, [verify(args)])).toMatchObject({
      status: 'error',
      message: expect.stringContaining(message),
    });
  });
});
