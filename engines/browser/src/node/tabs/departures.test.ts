import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { found } from '../../testing/index.ts';
import { pool } from '../../testing/pool.ts';
import { browserEngines, findBrowserPath } from '../find-browsers.ts';
import { openSession, type Session } from '../session.ts';

/** Pages left in a separate task, which an action doesn't wait for. */
const body = `<button id="link" onclick="setTimeout(() => location.assign('/late'))">Link</button>
<form id="form" method="post" action="/redirect"></form>
<button id="send" onclick="setTimeout(() => document.getElementById('form').submit())">Send</button>
<button id="file" onclick="setTimeout(() => location.assign('/file'))">File</button>
<button id="nothing" onclick="setTimeout(() => location.assign('/nothing'))">Nothing</button>
<button id="never" onclick="setTimeout(() => location.assign('/never'))">Never</button>
<button id="ask" onclick="setTimeout(() => { confirm('Leave?'); location.assign('/late'); })">Ask</button>
<input id="box" type="checkbox" onchange="setTimeout(() => location.assign('/late'))">`;
const answerAfterMs = 300;

let server: Server;
let base = '';
beforeAll(async () => {
  server = createServer(({ url }, response) => {
    const page = (text: string) => response.writeHead(200, { 'content-type': 'text/html' }).end(text);
    if (url === '/never') return;
    if (url === '/') page(body);
    else
      setTimeout(() => {
        if (url === '/redirect') response.writeHead(303, { location: '/late', 'set-cookie': 'user=ada' }).end();
        else if (url === '/nothing') response.writeHead(204).end();
        else if (url === '/file') response.writeHead(200, { 'content-disposition': 'attachment' }).end('x');
        else page('<h1>Late</h1>');
      }, answerAfterMs);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const left = { button: 'left' };
const ways: [how: string, keyword: string, id: string, args: Record<string, string>, to: string][] = [
  ['a link', 'click', 'link', left, '/late'],
  ['a form whose answer leads on', 'click', 'send', left, '/late'],
  ['a download', 'click', 'file', left, '/'],
  ['an answer without a page', 'click', 'nothing', left, '/'],
  ['a key', 'pressKey', 'link', { keys: 'Enter' }, '/late'],
  ['a box', 'check', 'box', {}, '/late'],
  ['a dialog before', 'click', 'ask', left, '/late'],
];
/** Firefox reports that it is leaving a page only after it has answered further queries about it. */
const lateInFirefox = ['a box', 'a dialog before'];

for (const engine of browserEngines) {
  const path = await findBrowserPath(engine);
  describe.skipIf(!path)(path ? engine : `${engine} (not installed on this machine)`, () => {
    const { signal } = new AbortController();
    const step = { target: null, timeoutMs: 20_000, signal, args: {} };
    // These leave nothing behind in the browser except the page that they end on.
    let session: Session;
    beforeAll(async () => {
      session = await openSession(pool, { engine });
    });
    afterAll(() => session.close());
    const opened = async () => {
      await session.perform({ ...step, keyword: 'openUrl', args: { url: base } });
    };

    const able = engine === 'firefox' ? ways.filter(([how]) => !lateInFirefox.includes(how)) : ways;
    it.each(able)('ends a step on the page that it leads to: %s', async (_how, keyword, id, args, to) => {
      await opened();
      const outcome = await session.perform({ ...step, keyword, args, target: found('css', `#${id}`) });
      expect(outcome).toMatchObject({ status: 'passed', message: '' });
      expect(new URL(session.page.url()).pathname).toBe(to);
      // WebDriver can't read the cookies of all pages.
      if (id === 'send' && engine !== 'webkit')
        expect(await session.context.cookies()).toMatchObject([{ name: 'user', value: 'ada' }]);
    });

    it.each(['http://nowhere.invalid/', 'http://127.0.0.1:2/'])(
      'another page can be opened after %s could not be',
      async (dead) => {
        await opened();
        const code = `document.body.insertAdjacentHTML('beforeend', '<a id="dead" href="${dead}">Dead</a>')`;
        const next = { ...step, keyword: 'openUrl', args: { url: `${base}/late` } };
        await session.perform({ ...step, keyword: 'runJavaScript', args: { code } });
        const click = { ...step, keyword: 'click', args: left, target: found('css', '#dead') };
        expect(await session.perform(click)).toMatchObject({ status: 'passed' });
        expect(await session.perform(next)).toMatchObject({ status: 'passed' });
        const opens = { ...step, keyword: 'openUrl', args: { url: dead } };
        expect(await session.perform(opens)).toMatchObject({ status: 'error' });
        expect(await session.perform(next)).toMatchObject({ status: 'passed' });
      },
    );

    it("passes a step whose page doesn't load in time, and the next one opens another page", async () => {
      await opened();
      const clicked = { ...step, timeoutMs: 1500, keyword: 'click', args: left, target: found('css', '#never') };
      expect(await session.perform(clicked)).toMatchObject({ status: 'passed' });
      const next = { ...step, keyword: 'openUrl', args: { url: `${base}/late` } };
      expect(await session.perform(next)).toMatchObject({ status: 'passed' });
    });
  });
}
