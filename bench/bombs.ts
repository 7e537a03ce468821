import { fork } from 'node:child_process';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createClient, routes } from '@touchstone/contracts';
import { createTestServer, type Explosion, sendBombs, startBombTarget, startTestPostgres } from '@touchstone/testing';

/**
 * Sends every known bomb through every entrance of an all-in-one server (a process of its own) and asks `/health/live` every 10 ms
 * meanwhile: no answer may take more than 100 ms. `npm run bench:bombs -- --only XPath` sends those whose name or entrance holds the word;
 * `--limit 100` is the bound. Ends with 1 where it was exceeded or a bomb did not end as it must.
 */
const { values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== 'server'),
  options: { only: { type: 'string', default: '' }, limit: { type: 'string', default: '100' } },
});
const limitMs = Number(values.limit);

if (process.argv[2] === 'server') await serve();
else await explode();

async function serve(): Promise<void> {
  const postgres = await startTestPostgres();
  const server = await createTestServer({ postgresUrl: postgres.url });
  process.on('message', () => void server.close().then(() => postgres.stop().then(() => process.exit(0))));
  process.send?.({ url: server.url, token: server.admin.token });
}

async function explode(): Promise<void> {
  const child = fork(fileURLToPath(import.meta.url), ['server'], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const { url, token } = await new Promise<{ url: string; token: string }>((resolve, reject) => {
    child.once('message', (message) => resolve(message as { url: string; token: string }));
    child.once('exit', (code) => reject(new Error(`The server ended with code ${code}.`)));
  });
  const target = await startBombTarget();
  const client = createClient({ baseUrl: url, headers: () => ({ Authorization: `Bearer ${token}` }) });
  const { projectId } = await client.call(routes.apiTesting.createProject, { body: { projectName: 'Bombs' } });
  const pulse = takePulse(url);
  const lines: Line[] = [];
  console.log('entrance | bomb | outcome | ms | slowest /health/live, ms');
  await sendBombs(
    { client, target, projectId, only: values.only },
    { atOnce: 1, told: (explosion) => void lines.push(told({ ...explosion, liveMs: pulse.largest() })) },
  );
  pulse.stop();
  report(lines);
  await target.close();
  child.send('stop');
  process.exitCode = lines.every((line) => line.liveMs <= limitMs && line.isBounded) ? 0 : 1;
}

type Line = Explosion & { liveMs: number };

function told(line: Line): Line {
  const { entrance, name, outcome, isBounded, durationMs, liveMs } = line;
  const slow = liveMs > limitMs ? ' TOO SLOW' : '';
  const ended = isBounded ? outcome : `WRONG: ${outcome}`;
  console.log(`${entrance} | ${name} | ${ended} | ${durationMs.toFixed(0)} | ${liveMs.toFixed(0)}${slow}`);
  return line;
}

function report(lines: readonly Line[]): void {
  const slow = lines.filter(({ liveMs }) => liveMs > limitMs).length;
  const worst = Math.max(...lines.map(({ liveMs }) => liveMs));
  console.log(`${lines.length} bombs; slowest /health/live ${worst.toFixed(0)} ms; above ${limitMs} ms: ${slow}`);
}

/** Asks for life every 10 ms; an answer that is late counts from when it was asked for. */
function takePulse(url: string): { largest(): number; stop(): void } {
  let largest = 0;
  let isOn = true;
  const beat = async () => {
    while (isOn) {
      const askedMs = performance.now();
      await new Promise<void>((resolve, reject) => {
        const call = request(`${url}/health/live`, (response) => response.resume().once('end', resolve));
        call.once('error', reject).end();
      });
      largest = Math.max(largest, performance.now() - askedMs);
      await pause(10);
    }
  };
  beat().catch((error: unknown) => {
    console.error(error);
    largest = Number.POSITIVE_INFINITY;
  });
  return {
    largest() {
      const found = largest;
      largest = 0;
      return found;
    },
    stop() {
      isOn = false;
    },
  };
}
