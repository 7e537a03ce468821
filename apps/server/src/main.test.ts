import { once } from 'node:events';
import { access, readFile, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { copyDataDir, freePort, newDataDir, runProgram, serverProgram, startServerProcess } from '@touchstone/testing';
import { afterAll, afterEach, expect, test } from 'vitest';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});
const timeout = 240_000;

async function newFolder(): Promise<string> {
  const folder = await newDataDir('main');
  cleanUps.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
const run = (env: Record<string, string>, ...args: string[]) =>
  runProgram(serverProgram(), args, { LOG_LEVEL: 'warn', ...env });
const isRunning = (folder: string) =>
  access(join(folder, 'postgres/data/postmaster.pid')).then(
    () => true,
    () => false,
  );

test.each([
  [{ PORT: 'x', LOG_LEVEL: 'loud' }, [], /The configuration has 2 problems:\n {2}- PORT: .*\n {2}- LOG_LEVEL: /],
  [{}, ['--role', 'runner'], /DATABASE_URL: roles can only be divided/],
  [{}, ['--prot', '1'], /--prot.*\nKnown: config, --role/s],
])('with %j %j it ends with code 2 and reports all problems', async (env, args, message) => {
  const { errors, code, output } = await run(env as Record<string, string>, ...args);
  expect(errors).toMatch(message);
  expect([code, output]).toEqual([2, '']);
});

test.each([
  ['built', serverProgram()],
  ['from its sources, as in development', 'apps/server/src/main.ts'],
])('config shows the settings and starts nothing, %s', async (_how, program) => {
  const folder = await newFolder();
  const env = { LOG_LEVEL: 'warn', TOUCHSTONE_DATA_DIR: folder, SMTP_URL: 'smtp://u:hidden-one@mail.test' };
  const { output, code } = await runProgram(program, ['config'], env);
  expect(code).toBe(0);
  expect(output).toMatch(/^SMTP_URL +\(set, hidden\) +environment /m);
  expect(output).not.toContain('hidden-one');
  expect(output).toContain(`Database: embedded, in ${join(folder, 'postgres')} (made at the first start)`);
  expect(await isRunning(folder)).toBe(false);
});

const quick = { LOG_LEVEL: 'warn', RUNNER_DRAIN_SECONDS: '0' };
let first: ReturnType<typeof startFirst> | undefined;
afterAll(async () => {
  const started = await first;
  if (started) await rm(started.folder, { recursive: true, force: true });
});
/** Rejects a promise without a handler on SIGUSR2. */
const unhandledRejection = `process.on('SIGUSR2', () => void Promise.reject(new Error('Rejected on purpose.')))`;
/**
 * The first start in a folder creates its database, which takes far longer than later starts; resolves with its output.
 */
async function startFirst() {
  const folder = await newDataDir('main');
  const port = await freePort();
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(unhandledRejection)}`;
  const server = startServerProcess({ ...quick, NODE_OPTIONS, TOUCHSTONE_DATA_DIR: folder, PORT: String(port) });
  const isReady = async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).status;
  try {
    const printed = await server.until(/Data {6}/);
    const ready = await isReady();
    process.kill(server.pid, 'SIGUSR2');
    const failed = await server.until(/a background task failed unexpectedly/);
    const readyAfter = await isReady();
    const wasRunning = await isRunning(folder);
    await server.kill('SIGTERM');
    return { folder, printed, ready, failed, readyAfter, wasRunning, isRunning: await isRunning(folder) };
  } finally {
    await server.kill('SIGKILL');
  }
}
/** A folder like that of the first start. */
async function startedBefore(): Promise<string> {
  first ??= startFirst();
  const folder = await copyDataDir('main', (await first).folder);
  cleanUps.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('one command starts everything; a signal stops all of it', { timeout }, async () => {
  first ??= startFirst();
  const { folder, printed, ready, wasRunning, isRunning: isRunningAfter } = await first;
  expect(printed).toMatch(/is ready after [\d.]+ s \(api, runner, scheduler\)/);
  expect(printed).toMatch(/Password {2}\S{12,}/);
  expect(printed).toContain(`Database  embedded, in ${join(folder, 'postgres')}\n`);
  expect([ready, wasRunning, isRunningAfter]).toEqual([200, true, false]);
});

test('an unhandled rejection is logged, and the server keeps running', { timeout }, async () => {
  first ??= startFirst();
  const { failed, readyAfter } = await first;
  expect(failed).toContain('Rejected on purpose.');
  expect(readyAfter).toBe(200);
});

test('a port in use is reported, and no database is left running', { timeout }, async () => {
  const folder = await startedBefore();
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  cleanUps.push(async () => other.close());
  const { port } = other.address() as { port: number };
  const { errors, code } = await run({ TOUCHSTONE_DATA_DIR: folder, PORT: String(port) });
  expect(errors).toContain(
    `Touchstone could not start: Port ${port} of 127.0.0.1 is taken. Stop the program that has it, or set PORT`,
  );
  expect(code).toBe(1);
  expect(await isRunning(folder)).toBe(false);
});

test('closing the terminal stops everything too', { timeout }, async () => {
  const folder = await startedBefore();
  const server = startServerProcess({ ...quick, TOUCHSTONE_DATA_DIR: folder, PORT: String(await freePort()) });
  cleanUps.push(() => server.kill('SIGKILL'));
  await server.until(/Data {6}/);
  await server.kill('SIGHUP');
  expect(await isRunning(folder)).toBe(false);
});

test('a database that is permanently lost ends the product with code 3 and says what to do', { timeout }, async () => {
  const folder = await startedBefore();
  const env = { ...quick, TOUCHSTONE_DATA_DIR: folder, PORT: String(await freePort()) };
  const server = startServerProcess(env);
  cleanUps.push(() => server.kill('SIGKILL'));
  await server.until(/Data {6}/);
  const data = join(folder, 'postgres/data');
  const [postmaster] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
  await rename(join(data, 'global/pg_control'), join(data, 'global/pg_control.gone'));
  process.kill(Number(postmaster), 'SIGKILL');
  expect(await server.allEnded).toBe(3);
  expect(server.output()).toMatch(
    /Touchstone ends: its database has ended and cannot be started again\. [\s\S]*What was confirmed is kept\./,
  );
});
