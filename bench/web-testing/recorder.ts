import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { type BrowserEngine, BrowserPool, findBrowserPath, LiveBrowser, openSession } from '@touchstone/engine-browser';
import { runSteps, type Step } from '@touchstone/engine-keyword/core';

/**
 * How many actions of a user on third-party pages are recorded, and do the same to the same element when replayed: by
 * hand at places of the screen, each on a freshly opened page. `--pages DIR` contains HTML pages with their files, such
 * as unpacked npm packages of templates: `npm pack admin-lte@3.2.0 startbootstrap-sb-admin-2@4.1.4`.
 * `npm run bench:recorder -- --pages DIR --count 20 --actions 10`. `--browser` records, and each of
 * `--replay chromium,firefox` replays; by default the recording one does.
 */
const { values } = parseArgs({
  options: {
    pages: { type: 'string' },
    count: { type: 'string', default: '20' },
    actions: { type: 'string', default: '10' },
    browser: { type: 'string', default: 'chromium' },
    replay: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});
if (!values.pages) throw new Error('Name the folder of the pages: --pages DIR.');
const root = values.pages;
const engine = values.browser as BrowserEngine;
const replayEngines = (values.replay ?? engine).split(',') as BrowserEngine[];
for (const one of [engine, ...replayEngines])
  if (!(await findBrowserPath(one))) throw new Error(`This machine has no ${one}.`);

/** A generator of numbers from 0 to 1 that is the same in every run (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
const random = randomOf(Number(values.seed));

const mediaTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};

/** In the page: records which element each click and each change reached, and prevents navigation. */
const witness = `<script>(() => {
  const path = (element) => { const parts = []; for (let at = element; at && at.parentElement; at = at.parentElement) parts.unshift(at.tagName + [...at.parentElement.children].indexOf(at)); return parts.join('/'); };
  window.seen = [];
  const meant = (event) => { const target = event.composedPath()[0]; const found = target.closest ? target.closest('a,button,input,select,textarea,label,[role=button]') || target : target; return found.control || found; };
  addEventListener('click', (event) => { if (event.isTrusted) window.seen.push('click ' + path(meant(event))); if (event.target.closest && event.target.closest('a,[type=submit]')) event.preventDefault(); }, true);
  addEventListener('change', (event) => window.seen.push('value ' + path(event.target) + ' ' + (event.target.type === 'checkbox' || event.target.type === 'radio' ? event.target.checked : event.target.value)), true);
  addEventListener('submit', (event) => event.preventDefault(), true);
})()</script>`;

const server = createServer(async (request, response) => {
  const path = join(root, decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname));
  const inside = !relative(root, path).startsWith('..') && (await stat(path).catch(() => undefined))?.isFile();
  if (!inside) return response.writeHead(404).end();
  const type = mediaTypes[extname(path)] ?? 'application/octet-stream';
  const content = await readFile(path);
  response.writeHead(200, { 'content-type': type });
  response.end(extname(path) === '.html' ? content.toString().replace(/<head[^>]*>/i, `$&${witness}`) : content);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const found = (await readdir(root, { recursive: true }))
  .filter((path) => path.endsWith('.html') && !/node_modules|plugins|docs\//.test(path))
  .sort();
const step = Math.max(1, Math.floor(found.length / Number(values.count)));
const pages = found.filter((_path, at) => at % step === 0).slice(0, Number(values.count));
const pool = new BrowserPool();
/** External requests of pages are blocked, so that the machine's network has no influence. */
const shared = {
  viewport: { width: 1280, height: 900 },
  allow: async (url: string) => (url.startsWith(base) ? null : 'It is not one of the pages.'),
};

interface Done {
  steps: Step[];
  seen: string[];
}

interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
  tag: string;
  type: string;
  isDisabled: boolean;
}

/** In the page: elements that a user could use, whose centre isn't covered. */
function inSight(): Place[] {
  const usable = document.querySelectorAll('a[href], button, input, select, textarea, [role=button], label');
  return [...usable].flatMap((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const [middleX, middleY] = [x + width / 2, y + height / 2];
    const top = document.elementFromPoint(middleX, middleY);
    if (!top || !(element.contains(top) || top.contains(element))) return [];
    const { type = '', disabled = false } = element as HTMLInputElement;
    return [{ x: middleX, y: middleY, width, height, tag: element.tagName, type, isDisabled: disabled }];
  });
}

const isUsable = ({ width, height, type, isDisabled }: Place) =>
  width >= 4 && height >= 4 && !isDisabled && !['file', 'range', 'color'].includes(type);
const isText = ({ tag, type }: Place) =>
  tag === 'TEXTAREA' || (tag === 'INPUT' && !/button|submit|reset|checkbox|radio|image/.test(type));

/** Performs one action by hand at the n-th visible element; undefined if there are no more. */
async function byHand(url: string, share: number): Promise<Done | undefined> {
  const session = await openSession(pool, { ...shared, engine });
  let steps: Step[] = [];
  const live = new LiveBrowser(session, (news) => {
    if (news.type === 'removed') steps = steps.filter(({ id }) => id !== news.stepId);
    if (news.type !== 'step') return;
    const at = steps.findIndex(({ id }) => id === news.step.id);
    if (at >= 0) steps[at] = news.step;
    else steps.push(news.step);
  });
  try {
    await live.command({ type: 'open', url });
    const { page } = session;
    await page.waitForLoadState('load');
    const places = (await page.evaluate(inSight)).filter(isUsable);
    const place = places[Math.floor(share * places.length)];
    if (!place) return undefined;
    const at = { x: place.x, y: place.y, button: 'left', count: 1 } as const;
    await live.input([
      { type: 'move', x: at.x, y: at.y },
      { type: 'down', ...at },
      { type: 'up', ...at },
    ]);
    if (isText(place)) {
      await live.input(
        [...'12'].flatMap(
          (key) =>
            [
              { type: 'keyDown', key },
              { type: 'keyUp', key },
            ] as const,
        ),
      );
      await live.input([
        { type: 'keyDown', key: 'Tab' },
        { type: 'keyUp', key: 'Tab' },
      ]);
    }
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    return { steps, seen };
  } finally {
    live.close();
    await session.close();
  }
}

async function replayed(
  replayEngine: BrowserEngine,
  steps: readonly Step[],
): Promise<{ status: string; message: string; seen: string[] }> {
  const session = await openSession(pool, { ...shared, engine: replayEngine });
  try {
    const blur: Step = {
      ...steps[0]!,
      id: 'blur',
      keyword: 'runJavaScript',
      target: null,
      args: { code: 'document.activeElement?.blur()' },
    };
    const { status, message } = await runSteps(
      { steps: [...steps, blur], timeoutMs: 5000 },
      { driver: session, variables: {}, functions: [], rows: [], report: () => undefined },
    );
    const seen = await session.page.evaluate(() => (window as unknown as { seen: string[] }).seen).catch(() => []);
    return { status, message, seen };
  } finally {
    await session.close();
  }
}

/** The last event of a value counts, or the last click. */
const outcomeOf = (seen: readonly string[]): string =>
  seen.findLast((one) => one.startsWith('value')) ?? seen.at(-1) ?? '';

let [actions, recorded] = [0, 0];
const tallies = new Map(replayEngines.map((name) => [name, { green: 0, same: 0 }]));

async function tallyReplays(path: string, { steps, seen: meant }: Done): Promise<void> {
  for (const [name, tally] of tallies) {
    const { status, message, seen } = await replayed(name, steps);
    const isSame = outcomeOf(seen) === outcomeOf(meant);
    if (status === 'passed') tally.green += 1;
    if (isSame) tally.same += 1;
    if (status !== 'passed' || !isSame)
      console.log(`${name}: ${status}: ${path}: ${message || `${outcomeOf(meant)} became ${outcomeOf(seen)}`}`);
  }
}

for (const path of pages) {
  const url = `${base}/${path.split('/').map(encodeURIComponent).join('/')}`;
  for (let at = 0; at < Number(values.actions); at += 1) {
    const done = await byHand(url, random());
    // A click on a field changes nothing by itself, and is only recorded with the text.
    if (!done || done.seen.length === 0) continue;
    actions += 1;
    if (done.steps.length < 2) {
      console.log(`not recorded: ${path}: ${outcomeOf(done.seen)}`);
      continue;
    }
    recorded += 1;
    await tallyReplays(path, done);
  }
}
await pool.close();
server.close();
const rows = [...tallies].map(([name, { green, same }]) => [
  `${engine} to ${name}`,
  { pages: pages.length, actions, recorded, green, 'same element': same },
]);
console.table(Object.fromEntries(rows));
