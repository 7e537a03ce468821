import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Explosion } from '@touchstone/testing/bombs';
import { takePulse } from './bombs/pulse.ts';

/**
 * Sends every known bomb through every entrance of an all-in-one server while requesting `/health/live` every 10 ms: no
 * response may take more than 100 ms. The product, the bombs' sender, a control server and the pulse are separate
 * processes, so that only the product's event loop is measured; "control" is the delay of the machine itself, and
 * "loop" the most CPU time for which the product's event loop was blocked, which other processes don't affect.
 *
 * `npm run bench:bombs -- --only XPath` sends the bombs whose entrance or name contains the word, `--limit 100` is the
 * limit, `--profile FOLDER` writes a CPU profile of the product. Exits with 1 if the loop was blocked longer than the
 * limit or a bomb ended in an unacceptable way.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    limit: { type: 'string', default: '100' },
    profile: { type: 'string' },
  },
});
const limitMs = Number(values.limit);

interface Line extends Explosion {
  liveMs: number;
  controlMs: number;
  loopMs: number;
}

const profiling = values.profile ? ['--cpu-prof', `--cpu-prof-dir=${values.profile}`] : [];
const product = startPart('product', [], profiling);
const control = startPart('control');
const [{ url, token }, { url: controlUrl }] = await Promise.all([nextOf(product), nextOf(control)]);
const [pulse, controlPulse] = [takePulse(url ?? ''), takePulse(controlUrl ?? '')];
const sender = startPart('sender', [url ?? '', token ?? '', values.only]);
const lines = await linesOf(sender);
pulse.stop();
controlPulse.stop();
for (const part of [product, control]) part.send('stop');
report(lines);
process.exitCode = lines.length > 0 && lines.every((line) => line.loopMs <= limitMs && line.isBounded) ? 0 : 1;

function startPart(name: string, args: string[] = [], execArgv: string[] = []): ChildProcess {
  const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const;
  return fork(fileURLToPath(new URL(`bombs/${name}.ts`, import.meta.url)), args, { stdio: [...stdio], execArgv });
}

async function nextOf(part: ChildProcess): Promise<{ url?: string; token?: string; longestMs?: number }> {
  const heard = new AbortController();
  const { signal } = heard;
  const ended = once(part, 'exit', { signal }).then(([code]) => {
    throw new Error(`A process of the bench ended with code ${code}.`);
  });
  try {
    const [message] = await Promise.race([once(part, 'message', { signal }), ended]);
    return message;
  } finally {
    ended.catch(() => undefined);
    heard.abort();
  }
}

async function linesOf(from: ChildProcess): Promise<Line[]> {
  const made: Line[] = [];
  console.log('entrance | bomb | outcome | ms | slowest /health/live | control | longest hold of the loop, ms');
  let last = Promise.resolve();
  from.on('message', (explosion: Explosion) => {
    const [liveMs, controlMs] = [pulse.takeSlowest(), controlPulse.takeSlowest()];
    last = last.then(async () => {
      product.send('longest');
      const { longestMs: loopMs = Number.POSITIVE_INFINITY } = await nextOf(product);
      const line = { ...explosion, liveMs, controlMs, loopMs };
      made.push(line);
      console.log(textOf(line));
    });
  });
  const [code] = await once(from, 'exit');
  if (code !== 0) throw new Error(`The sender ended with code ${code}.`);
  await last;
  return made;
}

function textOf({ entrance, name, outcome, isBounded, durationMs, liveMs, controlMs, loopMs }: Line): string {
  const ended = isBounded ? outcome : `WRONG: ${outcome}`;
  const figures = [durationMs, liveMs, controlMs, loopMs].map((ms) => ms.toFixed(0)).join(' | ');
  return `${entrance} | ${name} | ${ended} | ${figures}${loopMs > limitMs ? ' TOO LONG' : ''}`;
}

function report(all: readonly Line[]): void {
  for (const [title, of] of [
    ['Slowest /health/live', (line: Line) => line.liveMs],
    ['Slowest answer of the control server', (line: Line) => line.controlMs],
    ['Longest hold of the loop', (line: Line) => line.loopMs],
  ] as const) {
    const worst = all.toSorted((a, b) => of(b) - of(a))[0];
    if (worst) console.log(`${title}: ${of(worst).toFixed(0)} ms (${worst.entrance}: ${worst.name})`);
  }
  console.log(`${all.length} bombs; the loop was held longer than ${limitMs} ms by ${count(all)}`);
}

function count(all: readonly Line[]): number {
  return all.filter(({ loopMs }) => loopMs > limitMs).length;
}
