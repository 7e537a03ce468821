/**
 * Kills runners (SIGKILL) repeatedly in the middle of runs of web scripts, and then counts runs left open, steps
 * missing or recorded twice, and browser processes that outlived their runner. Exits with 1 if there are any.
 * `npm run bench:kills -- --kills 100`. Requires Linux and Chromium.
 */
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { runRoutes } from '@touchstone/contracts/runs';
import { webTestingRoutes as calls, type RepositoryStepInput } from '@touchstone/contracts/web-testing';
import { openShop } from '@touchstone/engine-browser';
import { startServerRoles, startTestPostgres } from '@touchstone/testing';

const { values } = parseArgs({ options: { kills: { type: 'string', default: '100' } } });
const kills = Number(values.kills);
/** This many runs are open at any time. */
const maxOpen = 3;

const postgres = await startTestPostgres();
const roles = await startServerRoles(postgres.url);
const shop = await openShop();
const { client } = roles;
const { projectId } = await client.call(calls.createProject, { body: { projectName: 'Kills' } });
const { uuid: moduleUUID } = await client.call(calls.createModule, { query: { projectId }, body: { moduleName: 'M' } });

const rest = (id: string): RepositoryStepInput => ({ id, keyword: 'wait', args: { ms: '150' } });
const open = (id: string, path: string): RepositoryStepInput => ({
  id,
  keyword: 'openUrl',
  args: { url: `${shop.url}${path}` },
});
const steps: RepositoryStepInput[] = [
  open('products', '/'),
  rest('a'),
  { id: 'loop', keyword: 'forEach', args: { values: '1\n2\n3' }, steps: [rest('b')] },
  open('cart', '/cart'),
  rest('c'),
  { id: 'title', keyword: 'verifyTitle', args: { operator: 'contains', expected: 'Cart' } },
];
/** How often each step is executed in a script. */
const wanted = new Map(
  steps.flatMap(({ id, steps: inner = [] }) => [[id, 1], ...inner.map((one) => [one.id, 3])] as [string, number][]),
);
const scripts: string[] = [];
for (const name of ['One', 'Two', 'Three']) {
  const { uuid } = await client.call(calls.createScript, { query: { moduleUUID }, body: { testScriptName: name } });
  await client.call(calls.addSteps, { query: { scriptUUID: uuid }, body: { steps } });
  scripts.push(uuid);
}

const runIds: string[] = [];
const statusOf = async (runId: string) => (await client.call(runRoutes.getRun, { params: { runId } })).status;
const isOpen = async (runId: string) => ['queued', 'running'].includes(await statusOf(runId));
async function fill(): Promise<void> {
  const states = await Promise.all(runIds.slice(-maxOpen * 2).map(isOpen));
  for (let count = states.filter(Boolean).length; count < maxOpen; count += 1) {
    const { runId } = await client.call(calls.executeTest, { body: { scriptUUIDs: scripts, parallel: 2 } });
    runIds.push(runId);
  }
}

/** Browser processes, by the pid of the runner that owns their profile. */
async function browsersOf(pids: ReadonlySet<number>): Promise<number> {
  let count = 0;
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const line = await readFile(`/proc/${entry}/cmdline`, 'utf8').catch(() => '');
    const [, owner] = /touchstone-browsers-[^\0]*?-(\d+)-/.exec(line) ?? [];
    if (owner !== undefined && pids.has(Number(owner))) count += 1;
  }
  return count;
}

const dead = new Set<number>();
let inRun = 0;
for (let kill = 0; kill < kills; kill += 1) {
  await fill();
  const runner = await roles.startRunner();
  await pause(1200 + Math.random() * 2500);
  if ((await Promise.all(runIds.slice(-maxOpen).map(statusOf))).includes('running')) inRun += 1;
  await runner.kill('SIGKILL');
  if (runner.pid !== undefined) dead.add(runner.pid);
  if ((kill + 1) % 10 === 0) console.log(`${kill + 1} kills, ${runIds.length} runs begun`);
}
await roles.startRunner();
const waitUntil = Date.now() + 180_000;
for (const runId of runIds) while ((await isOpen(runId)) && Date.now() < waitUntil) await pause(200);

let [left, missing, twice] = [0, 0, 0];
const statuses = new Map<string, number>();
for (const runId of runIds) {
  const status = await statusOf(runId);
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  if (status === 'queued' || status === 'running') left += 1;
  const { steps: found, scripts: planned } = await client.call(calls.getTestReport, { query: { runId, size: 200 } });
  for (const { testScriptName } of planned)
    for (const [id, times] of wanted) {
      const count = found.filter((one) => one.sourceStepId === id && one.path[0] === testScriptName).length;
      if (count < times && status === 'passed') missing += 1;
      if (count > times) twice += 1;
    }
}
const browsers = await browsersOf(dead);
console.table({ kills, 'kills in mid-run': inRun, runs: runIds.length, ...Object.fromEntries(statuses) });
console.table({
  'runs left open': left,
  'steps missing': missing,
  'steps recorded twice': twice,
  'browsers left': browsers,
});
await shop.close();
await roles.close();
await postgres.stop();
process.exit(left + missing + twice + browsers > 0 ? 1 : 0);
