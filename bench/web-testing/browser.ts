import { parseArgs } from 'node:util';
import { BrowserPool, openSession, openShop, type Session, startRecording } from '@touchstone/engine-browser';
import { newStep, runSteps, type Step, type Target } from '@touchstone/engine-keyword';

/**
 * What a keyword step costs compared with the same call of raw Playwright, one after the other on the same page: wall
 * time of the entire path (interpreter, locator, call, report), in milliseconds. Then the same steps in a recorded
 * session (video, network log, with and without a trace) compared with raw Playwright in an unrecorded one.
 * `npm run bench:browser -- --rounds 200 --json`.
 */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '200' }, json: { type: 'boolean' } } });
const rounds = Number(values.rounds);

const shop = await openShop();
const pool = new BrowserPool();
const open = async (): Promise<Session> => {
  const opened = await openSession(pool, { engine: 'chromium' });
  await opened.page.goto(shop.url);
  return opened;
};
const session = await open();
const { page } = session;

const target = (css: string): Target => ({ name: css, locators: [{ by: 'css', value: css }], frame: [] });
const button = '[data-add=cup]';
const work: Record<string, { raw: (round: number) => Promise<unknown>; step: (round: number) => Step }> = {
  click: {
    raw: () => page.locator(button).click(),
    step: () => newStep('s', 'click', { target: target(button) }),
  },
  fill: {
    raw: (round) => page.locator('#search').fill(`raw ${round}`),
    step: (round) => newStep('s', 'setText', { target: target('#search'), args: { value: `step ${round}` } }),
  },
  count: {
    raw: () => page.locator('.products li').count(),
    step: () => newStep('s', 'verifyCount', { target: target('.products li'), args: { expected: '8' } }),
  },
};

async function timed(action: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await action();
  return performance.now() - startedAt;
}

async function run(step: Step, driver: Session = session): Promise<void> {
  const { status, message } = await runSteps(
    { steps: [step], timeoutMs: 10_000 },
    { driver, variables: {}, functions: [], rows: [], report: () => undefined },
  );
  if (status !== 'passed') throw new Error(message);
}

const at = (times: number[], share: number) =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
const figures: Record<string, { p50: number; p95: number }> = {};

for (const [name, { raw, step }] of Object.entries(work))
  for (const evidence of ['none', 'always'] as const) {
    const hasPicture = evidence === 'always';
    const times: { raw: number[]; step: number[] } = { raw: [], step: [] };
    const rawly = async (round: number) => {
      await raw(round);
      if (hasPicture) await page.screenshot({ type: 'jpeg', quality: 60 });
    };
    for (let round = -10; round < rounds; round += 1) {
      const isFirst = round % 2 === 0;
      const rawBefore = isFirst ? await timed(() => rawly(round)) : 0;
      const ours = await timed(() => run({ ...step(round), evidence }));
      const theirs = isFirst ? rawBefore : await timed(() => rawly(round));
      if (round < 0) continue;
      times.raw.push(theirs);
      times.step.push(ours);
    }
    for (const side of ['raw', 'step'] as const)
      figures[`${name}${hasPicture ? ' with a picture' : ''}: ${side}`] = {
        p50: at(times[side], 0.5),
        p95: at(times[side], 0.95),
      };
  }

for (const hasTrace of [false, true]) {
  await page.goto(shop.url);
  const recorded = await open();
  const recording = await startRecording(recorded, { secrets: [], hasTrace });
  for (const [name, { raw, step }] of Object.entries(work)) {
    const times: { raw: number[]; step: number[] } = { raw: [], step: [] };
    // Only the tab in front is rendered.
    const rawly = async (round: number) => {
      await page.bringToFront();
      return timed(() => raw(round));
    };
    const ours = async (round: number) => {
      await recorded.page.bringToFront();
      return timed(() => run(step(round), recorded));
    };
    for (let round = -10; round < rounds; round += 1) {
      const isFirst = round % 2 === 0;
      const before = isFirst ? await rawly(round) : 0;
      const own = await ours(round);
      const theirs = isFirst ? before : await rawly(round);
      if (round < 0) continue;
      times.raw.push(theirs);
      times.step.push(own);
    }
    for (const side of ['raw', 'step'] as const)
      figures[`${name} beside ${hasTrace ? 'film, network log and trace' : 'film and network log'}: ${side}`] = {
        p50: at(times[side], 0.5),
        p95: at(times[side], 0.95),
      };
  }
  const startedAt = performance.now();
  const { film, trace } = await recording.finish();
  let bytes = 0;
  for (const file of [film, trace]) for await (const piece of file ?? []) bytes += piece.length;
  const took = performance.now() - startedAt;
  figures[`end of a recording with ${Math.round(bytes / 1000)} kB${hasTrace ? ', trace too' : ''}`] = {
    p50: took,
    p95: took,
  };
  await recording.remove();
  await recorded.close();
}

await session.close();
await pool.close();
await shop.close();

if (values.json) process.stdout.write(`${JSON.stringify({ rounds, figures })}\n`);
else
  for (const [name, { p50, p95 }] of Object.entries(figures))
    process.stdout.write(`p50 ${p50.toFixed(1).padStart(7)} ms   p95 ${p95.toFixed(1).padStart(7)} ms   ${name}\n`);
