import { fork } from 'node:child_process';
import { Agent, request } from 'node:http';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { verify } from '@node-rs/argon2';
import { createTestServer, startTestPostgres, testPassword } from '@touchstone/testing';

/**
 * Sign-ins per second (password grant, form-encoded) through the real server with a real database, compared with raw
 * argon2id verifications of the very hash that the server stores, on the same cores. Both alternate; medians count.
 * `npm run bench:sign-in -- --seconds 10 --rounds 3`.
 */
const { values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== 'server'),
  options: { seconds: { type: 'string', default: '5' }, rounds: { type: 'string', default: '3' } },
});
const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)];
const callers = 16;
/** As many concurrent verifications as in the server. */
const maxConcurrent = Math.min(3, availableParallelism() + 1);

interface Ready {
  url: string;
  hash: string;
  emails: string[];
}
interface Measure {
  perSecond: number;
  /** CPU time of the verifying process, including its threads. */
  cpuMs: number;
}

if (process.argv[2] === 'server') await serve();
else await compare();

/** The server is a separate process, so that its CPU time can be told apart from the callers'. */
async function serve(): Promise<void> {
  const postgres = await startTestPostgres();
  const server = await createTestServer({ postgresUrl: postgres.url, env: { OVERLOAD_DELAY_MS: '0' } });
  const people = [server.admin];
  while (people.length < callers) people.push(await server.createUser(server.admin, { role: 'ROLE_USER' }));
  const { rows } = await server.platform.database.pool.query<{ hash: string }>(
    'select hash from identity.password where user_id = $1',
    [server.admin.userId],
  );
  process.on('message', (message) => {
    if (message === 'cpu') process.send?.(cpuMs());
    else void server.close().then(() => postgres.stop().then(() => process.exit(0)));
  });
  process.send?.({
    url: server.url,
    hash: rows[0]?.hash ?? '',
    emails: people.map(({ email }) => email),
  } satisfies Ready);
}

async function compare(): Promise<void> {
  const child = fork(fileURLToPath(import.meta.url), ['server'], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const ended = new Promise<never>((_resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The server ended with code ${code}.`)));
  });
  ended.catch(() => undefined);
  const answer = <T>() =>
    Promise.race([ended, new Promise<T>((resolve) => child.once('message', (message) => resolve(message as T)))]);
  const ready = await answer<Ready>();
  const serverCpu = () => {
    child.send('cpu');
    return answer<number>();
  };
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const signIns = () =>
    repeat(callers, (index) => signIn(agent, ready.url, ready.emails[index % ready.emails.length] ?? ''), serverCpu);
  const raw = () =>
    repeat(
      maxConcurrent,
      async () => {
        if (!(await verify(ready.hash, testPassword))) throw new Error('The hash is not of the password.');
      },
      async () => cpuMs(),
    );
  await signIns();
  const measures: { raw: Measure[]; signIn: Measure[] } = { raw: [], signIn: [] };
  let idleCpuMs = 0;
  for (let round = 0; round < rounds; round += 1) {
    const before = await serverCpu();
    measures.raw.push(await raw());
    idleCpuMs += (await serverCpu()) - before;
    measures.signIn.push(await signIns());
  }
  // The server's background work (schedules, health) isn't part of a sign-in.
  const idleCpuMsPerSecond = idleCpuMs / (rounds * seconds);
  agent.destroy();
  child.send('stop');
  const [verification, whole] = [medianOf(measures.raw), medianOf(measures.signIn)];
  const perSignIn = whole.cpuMs - idleCpuMsPerSecond / whole.perSecond;
  const result = {
    bench: 'sign-in',
    machine: { node: process.version, cores: availableParallelism() },
    seconds,
    rounds,
    callers,
    parameters: ready.hash.split('$').slice(1, 4).join(' '),
    verificationsPerSecond: round(verification.perSecond),
    signInsPerSecond: round(whole.perSecond),
    cpuMsPerVerification: round(verification.cpuMs),
    serverCpuMsPerSignIn: round(perSignIn),
    argon2Percent: round((100 * verification.cpuMs) / perSignIn),
  };
  console.log(JSON.stringify(result, undefined, 2));
}

/** Lets `concurrency` callers make one call after another for the duration of a round. */
async function repeat(
  concurrency: number,
  work: (index: number) => Promise<void>,
  readCpuMs: () => Promise<number>,
): Promise<Measure> {
  const [startedMs, startedCpuMs] = [performance.now(), await readCpuMs()];
  let count = 0;
  const caller = async (index: number) => {
    while (performance.now() - startedMs < seconds * 1000) {
      await work(index);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, (_, index) => caller(index)));
  const elapsedMs = performance.now() - startedMs;
  return { perSecond: (count * 1000) / elapsedMs, cpuMs: ((await readCpuMs()) - startedCpuMs) / count };
}

function signIn(agent: Agent, url: string, username: string): Promise<void> {
  const form = new URLSearchParams({ grant_type: 'password', username, password: testPassword }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': Buffer.byteLength(form) };
  return new Promise((resolve, reject) => {
    const call = request(`${url}/services/identity/token`, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.once('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`A sign-in was refused: ${response.statusCode}`)),
      );
    });
    call.once('error', reject);
    call.end(form);
  });
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function medianOf(measures: Measure[]): Measure {
  const middle = (pick: (measure: Measure) => number) => {
    const sorted = measures.map(pick).sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  };
  return { perSecond: middle(({ perSecond }) => perSecond), cpuMs: middle((measure) => measure.cpuMs) };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
