/**
 * The workflow canvas with 1,000 blocks and 1,500 links in Chromium: time to the first paint of blocks, frames per
 * second while dragging a block, the longest time that the page was unresponsive, and the time of the automatic layout,
 * which runs in a worker.
 * `npm run bench:canvas -- --json`, requires Chromium.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { build } from 'vite';
import { findChromium } from '../tools/browsers/chromium.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean' },
    nodes: { type: 'string', default: '1000' },
    links: { type: 'string', default: '1500' },
    pictures: { type: 'string' },
  },
});
const executablePath = findChromium();
if (!executablePath) throw new Error('No Chromium found. Install one, or set TOUCHSTONE_CHROMIUM to its path.');

const root = join(import.meta.dirname, '../apps/web');
const built = await mkdtemp(join(tmpdir(), 'touchstone-canvas-'));
await build({
  root,
  configFile: false,
  logLevel: 'error',
  build: {
    outDir: built,
    emptyOutDir: true,
    rolldownOptions: {
      input: join(root, 'src/features/flows/testing/bench-canvas.tsx'),
      output: { entryFileNames: 'bench.js' },
    },
    cssCodeSplit: false,
  },
});

const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.woff2': 'font/woff2' };
const page = (styles: string) =>
  `<!doctype html><html lang="en"><title>Canvas</title><style>${styles}</style><div id="root"></div><script type="module" src="/bench.js"></script></html>`;
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const answer = async () => {
    if (pathname === '/') {
      const { globSync } = await import('node:fs');
      const styles = globSync('assets/*.css', { cwd: built }).map((path) => readFile(join(built, path), 'utf8'));
      response.setHeader('content-type', 'text/html');
      return page((await Promise.all(styles)).join('\n'));
    }
    response.setHeader('content-type', types[extname(pathname)] ?? 'application/octet-stream');
    return await readFile(join(built, pathname.slice(1)));
  };
  answer().then(
    (body) => response.end(body),
    () => response.writeHead(404).end(),
  );
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = server.address();
const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;

/** Records how long the page is unresponsive, and when blocks were painted. */
const watch = () => {
  const seen = { blocks: 0, longest: 0 };
  Object.assign(globalThis, { seen });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
  }).observe({ type: 'longtask', buffered: true });
  const check = () => {
    if (document.querySelector('[data-block], [data-overview]') === null) requestAnimationFrame(check);
    else
      requestAnimationFrame(() => {
        seen.blocks = performance.now();
      });
  };
  requestAnimationFrame(check);
};
interface Seen {
  blocks: number;
  longest: number;
}
const seenOf = (shown: Page) => shown.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
const forget = (shown: Page) =>
  shown.evaluate(() => {
    (globalThis as unknown as { seen: Seen }).seen.longest = 0;
  });

/** Drags a block in the middle in small steps and counts the frames drawn during that. */
async function drag(shown: Page): Promise<number> {
  const boxes = await shown.locator('[data-block]').evaluateAll((blocks) =>
    blocks.map((block) => {
      const { x, y, width, height } = block.getBoundingClientRect();
      return { x, y, width, height };
    }),
  );
  const distance = ({ x, y }: { x: number; y: number }) => Math.hypot(x - 700, y - 400);
  const [box] = boxes.toSorted((a, b) => distance(a) - distance(b));
  if (!box) throw new Error('No block is on the canvas.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 4];
  await shown.mouse.move(x, y);
  await shown.mouse.down();
  await shown.mouse.move(x + 12, y + 12);
  await shown.evaluate(() => {
    const frames = { count: 0, startedAt: performance.now(), isOver: false };
    Object.assign(globalThis, { frames });
    const next = () => {
      frames.count += 1;
      if (!frames.isOver) requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  for (let step = 1; step <= 120; step += 1)
    await shown.mouse.move(x + 12 + Math.sin(step / 8) * 160, y + 12 + step, { steps: 1 });
  const rate = await shown.evaluate(() => {
    const { frames } = globalThis as unknown as { frames: { count: number; startedAt: number; isOver: boolean } };
    frames.isOver = true;
    return (frames.count * 1000) / (performance.now() - frames.startedAt);
  });
  await shown.mouse.up();
  return rate;
}

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
await context.addInitScript(watch);
const shown = await context.newPage();
const figures: Record<string, number> = {};
try {
  const open = async (query: string) => {
    await shown.goto(`${origin}/?${query}`);
    await shown.waitForFunction(() => (globalThis as unknown as { seen: Seen }).seen.blocks > 0);
  };
  await open(`nodes=${values.nodes}&links=${values.links}`);
  const painted = await seenOf(shown);
  figures.firstPaintMs = Math.round(painted.blocks);
  figures.longestBlockAtStartMs = Math.round(painted.longest);
  await forget(shown);
  // Zooms from an overview of all blocks to few enough that they are drawn in full.
  while ((await shown.locator('[data-overview]').count()) > 0)
    await shown.getByRole('button', { name: 'Zoom in' }).click();
  await shown.locator('[data-block]').first().waitFor();
  figures.blocksDrawn = await shown.locator('[data-block]').count();
  figures.longestBlockInZoomMs = Math.round((await seenOf(shown)).longest);
  await forget(shown);
  figures.dragFps = Math.round(await drag(shown));
  figures.longestBlockInDragMs = Math.round((await seenOf(shown)).longest);
  await forget(shown);
  const startedAt = performance.now();
  await shown.getByRole('button', { name: 'Auto layout' }).click();
  await shown.locator('button[aria-label="Auto layout"]:not([data-loading])').waitFor({ timeout: 60_000 });
  figures.autoLayoutMs = Math.round(performance.now() - startedAt);
  figures.longestBlockInLayoutMs = Math.round((await seenOf(shown)).longest);
  if (values.pictures)
    for (const scheme of ['light', 'dark']) {
      await open(`nodes=8&links=9&scheme=${scheme}`);
      await shown.screenshot({ path: join(values.pictures, `canvas-${scheme}.png`) });
      await open(`nodes=1000&links=1500&scheme=${scheme}`);
      await shown.screenshot({ path: join(values.pictures, `overview-${scheme}.png`) });
    }
} finally {
  await browser.close();
  server.close();
  await rm(built, { recursive: true, force: true });
}
if (values.json)
  console.log(JSON.stringify({ nodes: Number(values.nodes), links: Number(values.links), ...figures }, null, 2));
else for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(28)}${value}`);
