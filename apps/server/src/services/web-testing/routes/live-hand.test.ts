import type { Client } from '@touchstone/contracts';
import { webTestingRoutes as calls, type LiveInput } from '@touchstone/contracts/web-testing';
import { browserEngines, findBrowserPath } from '@touchstone/engine-browser';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { failureOf, followRun } from '../../api-testing/testing/builders.ts';
import { newModule, newScript, openUrl } from '../../test-repository/testing/builders.ts';
import { use, Watcher } from '../testing/watcher.ts';

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  ({ client } = await server.createOrganization({ plan: 'ENTERPRISE' }));
}, 120_000);
afterAll(() => server.close());

/** Shows what was done by hand in it: only what a user could do counts. */
const page = `data:text/html;charset=utf-8,${encodeURIComponent(`<!doctype html><title>Hand</title>
<body style="margin:0;height:6000px"><button style="position:fixed;left:40px;top:40px;width:200px;height:80px">Press</button>
<p id="pressed" style="position:fixed;top:140px"></p><p id="dragged" style="position:fixed;top:180px"></p><script>
document.querySelector('button').addEventListener('click', (event) => {
  if (event.isTrusted) document.getElementById('pressed').textContent = 'It was pressed';
});
addEventListener('scroll', () => {
  if (scrollY > 100) document.getElementById('dragged').textContent = 'It was dragged';
});
</script>`)}`;
const waitFor = (id: string, text: string) => ({ id, keyword: 'waitForText', args: { text }, timeoutMs: 60_000 });
const spot = { x: 100, y: 80 };
const press = { ...spot, button: 'left', count: 1 } as const;
const click: LiveInput[] = [
  { type: 'move', ...spot },
  { type: 'down', ...press },
  { type: 'up', ...press },
];
const drag: LiveInput[] = [
  { type: 'touchStart', x: 600, y: 500 },
  ...[400, 300, 200].map((y): LiveInput => ({ type: 'touchMove', x: 600, y })),
  { type: 'touchEnd', x: 600, y: 200 },
];

for (const browser of browserEngines) {
  const path = await findBrowserPath(browser);
  describe.skipIf(!path)(path ? browser : `${browser} (not installed on this machine)`, () => {
    test('a run is taken over by mouse and touch in its live view, and continues with the result', async () => {
      const { moduleUUID } = await newModule(client);
      const steps = [openUrl('open', page), waitFor('press', 'It was pressed'), waitFor('drag', 'It was dragged')];
      const { uuid } = await newScript(client, moduleUUID, { steps });
      const targets = [{ browser, viewport: { width: 1280, height: 720 } }];
      const { runId } = await client.call(calls.executeTest, { body: { scriptUUIDs: [uuid], targets } });
      const watcher = await new Watcher().open(client, runId);
      await watcher.until(() => watcher.pictures.length > 0);
      await watcher.receives((news) => news.type === 'tabs' && news.tabs[0]?.title === 'Hand');
      expect((await failureOf(use(client, runId, click))).status).toBe(409);
      await client.call(calls.controlLive, { body: { liveId: runId, action: 'take' } });
      await watcher.receives((news) => news.type === 'paused' && news.isPaused);
      await use(client, runId, click);
      await use(client, runId, drag);
      await client.call(calls.controlLive, { body: { liveId: runId, action: 'release' } });
      await followRun(client, runId);
      const report = await client.call(calls.getTestReport, { query: { runId, size: 50 } });
      expect(report.steps.map(({ status, message }) => [status, message])).toEqual([
        ['passed', null],
        ['passed', null],
        ['passed', null],
      ]);
    }, 90_000);
  });
}
