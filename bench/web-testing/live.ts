/**
 * The live view of a browser through the server: pictures per second of a constantly changing page that watchers get,
 * with one and with four browsers; whether a watcher who reads nothing slows the others; and the time from a press in
 * the product's page to the changed picture on its canvas. `npm run bench:live`, requires the page built by
 * `npm run build:web`, and Chromium.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { webTestingRoutes as calls, LiveReader } from '@touchstone/contracts/web-testing';
import { createTestServer, startTestPostgres, testPassword } from '@touchstone/testing';
import { signInPage } from '../../tests/e2e/browser-session.ts';
import { findChromium } from '../../tools/browsers/chromium.ts';

const executablePath = findChromium();
if (!executablePath) throw new Error('No Chromium found. Install one, or set TOUCHSTONE_CHROMIUM to its path.');
const seconds = 5;
const presses = 100;

/** A page that moves all the time, and one whose background changes its colour with each press. */
const pages = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  response.end(
    request.url === '/moving'
      ? '<title>Moving</title><body style="margin:0;font:20px sans-serif"><h1>Touchstone</h1><p id=p></p><div id=d style="position:absolute;top:200px;width:120px;height:120px;background:#4a53d1"></div><script>let n=0;(function move(){n+=1;d.style.left=(n*3)%1100+"px";p.textContent=n;requestAnimationFrame(move)})()</script>'
      : '<title>Press</title><body style="margin:0;height:100vh;background:#fff"><script>let on=false;document.body.onmousedown=()=>{on=!on;document.body.style.background=on?"#000":"#fff"}</script>',
  );
});
await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
const target = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;

const postgres = await startTestPostgres();
const server = await createTestServer({ postgresUrl: postgres.url, env: { RECORDING_BROWSERS: '4' } });
const { client } = server.admin;
const { projectId } = await client.call(calls.createProject, { body: { projectName: 'Live' } });
const { uuid: moduleUUID } = await client.call(calls.createModule, { query: { projectId }, body: { moduleName: 'M' } });
const { uuid: scriptUUID } = await client.call(calls.createScript, {
  query: { moduleUUID },
  body: { testScriptName: 'Live' },
});

async function open(path: string): Promise<string> {
  const { liveId } = await client.call(calls.openRecording, { body: { scriptUUID } });
  await client.call(calls.sendLiveCommand, { body: { liveId, command: { type: 'open', url: `${target}${path}` } } });
  return liveId;
}
const close = (liveId: string) => client.call(calls.closeRecording, { params: { liveId } });

/** Pictures received per second, and the bytes of one. */
async function watched(liveId: string): Promise<{ fps: number; bytes: number }> {
  const control = new AbortController();
  const answer = await client.raw(calls.watchLive, { query: { liveId } }, { signal: control.signal });
  const reader = new LiveReader();
  let [count, bytes, from] = [0, 0, 0];
  try {
    for await (const piece of answer.body!)
      for (const message of reader.read(piece)) {
        if (!('picture' in message)) continue;
        from ||= performance.now();
        count += 1;
        bytes += message.picture.bytes.length;
        if (performance.now() - from > seconds * 1000) control.abort();
      }
  } catch (error) {
    if (!control.signal.aborted) throw error;
  }
  return { fps: Math.round((count * 10) / seconds) / 10, bytes: Math.round(bytes / count) };
}

const figures: Record<string, string> = {};
const first = await open('/moving');
const alone = await watched(first);
figures['one browser'] = `${alone.fps} pictures/s of ${alone.bytes} bytes`;
const lazy = await client.raw(calls.watchLive, { query: { liveId: first } });
figures['beside a watcher who reads nothing'] = `${(await watched(first)).fps} pictures/s`;
await lazy.body?.cancel();
const all = [first, await open('/moving'), await open('/moving'), await open('/moving')];
figures['four browsers, each'] = `${(await Promise.all(all.map(watched))).map(({ fps }) => fps).join(', ')} pictures/s`;
await Promise.all(all.map(close));

/** In the product's page: presses the live picture, and waits for the changed colour on the canvas. */
const pressed = (page: Page) =>
  page.evaluate(async () => {
    const canvas = document.querySelector('canvas')!;
    const keys = document.querySelector('textarea[aria-label^="Browser."]')!;
    const context = canvas.getContext('2d', { willReadFrequently: true })!;
    const shade = () => context.getImageData(40, 40, 1, 1).data[0]!;
    const before = shade();
    const { left, top } = canvas.getBoundingClientRect();
    const place = { clientX: left + 30, clientY: top + 30, bubbles: true, cancelable: true, button: 0, detail: 1 };
    const startedMs = performance.now();
    keys.dispatchEvent(new MouseEvent('mousedown', place));
    while (Math.abs(shade() - before) < 100) await new Promise((resolve) => requestAnimationFrame(resolve));
    const ms = performance.now() - startedMs;
    keys.dispatchEvent(new MouseEvent('mouseup', place));
    return ms;
  });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, baseURL: server.url });
await signInPage(page, { email: server.admin.email, password: testPassword }, server.url);
await page.goto(`/web-testing/script-steps?script=${scriptUUID}`);
await page.getByRole('button', { name: 'Record', exact: true }).click();
const live = page.getByRole('region', { name: 'Browser' });
await live.getByLabel('Address').fill(`${target}/press`);
await live.getByLabel('Address').press('Enter');
await live.getByRole('textbox', { name: /Keys go to the page/ }).waitFor();
// Pressing is measured, not its recording.
await live.getByText('Pause', { exact: true }).click();
await live.getByText('Recording is paused').waitFor();
const times: number[] = [];
for (let press = 0; press < presses; press += 1) {
  times.push(await pressed(page));
  await pause(50);
}
times.sort((a, b) => a - b);
const at = (share: number) => `${Math.round(times[Math.floor(presses * share)] ?? 0)} ms`;
figures['press to painted picture'] = `p50 ${at(0.5)}, p95 ${at(0.95)}`;
for (const [name, figure] of Object.entries(figures)) process.stdout.write(`${name.padEnd(36)} ${figure}\n`);
await browser.close();
await server.close();
await postgres.stop();
pages.close();
