import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { afterAll, expect, test } from 'vitest';
import { leanBuiltins } from './lean-builtins.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'touchstone-lean-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a built program prints, as JSON. */
async function printed(program: string): Promise<unknown> {
  const source = join(folder, 'source.mjs');
  writeFileSync(source, program);
  const bundle = await rolldown({ input: source, platform: 'node', plugins: [leanBuiltins], logLevel: 'silent' });
  const file = join(folder, 'built.mjs');
  await bundle.write({ file, format: 'esm' });
  await bundle.close();
  const { stdout } = await run(process.execPath, [file]);
  return JSON.parse(stdout);
}

const loaded = `process.moduleLoadList.some((name) => name === 'NativeModule tls')`;

test('a module is loaded by the first use of its functions and classes', async () => {
  const program = `
    import { Agent, request } from 'node:https';
    import { connect, createSecureContext as context, TLSSocket } from 'node:tls';
    export const unused = () => [Agent, request, connect, TLSSocket];
    const before = ${loaded};
    const made = typeof context({}).context;
    console.log(JSON.stringify({ before, made, after: ${loaded} }));`;
  expect(await printed(program)).toEqual({ before: false, made: 'object', after: true });
});

test('a class that is loaded late is made, extended and recognized as itself', async () => {
  const program = `
    import { Agent } from 'node:https';
    import { Server, Socket } from 'node:net';
    class Own extends Agent {
      constructor() { super({ maxSockets: 3 }); }
      getName() { return 'own ' + super.getName({ host: 'h' }).slice(0, 2); }
    }
    const [own, socket, agent] = [new Own(), new Socket(), new Agent()];
    const real = process.getBuiltinModule('node:https').Agent;
    console.log(JSON.stringify([
      own.getName(), own.maxSockets, own instanceof Own, own instanceof Agent, own instanceof real,
      socket instanceof Socket, socket instanceof Server, Object.getPrototypeOf(agent) === real.prototype,
    ]));`;
  expect(await printed(program)).toEqual(['own h:', 3, true, true, true, true, false, true]);
});

test('functions with a form of their own for promises keep it; constants and defaults are read at once', async () => {
  const program = `
    import { execFile } from 'node:child_process';
    import zlib, { constants, gunzip, gzip } from 'node:zlib';
    import { lookup } from 'node:dns';
    import { promisify } from 'node:util';
    const [zip, unzip] = [promisify(gzip), promisify(gunzip)];
    const { stdout } = await promisify(execFile)(process.execPath, ['-p', '7']);
    const { address, family } = await promisify(lookup)('127.0.0.1');
    const text = String(await unzip(await zip('packed')));
    console.log(JSON.stringify([stdout.trim(), address, family, text, constants.Z_OK, zlib.constants.Z_OK]));`;
  expect(await printed(program)).toEqual(['7', '127.0.0.1', 4, 'packed', 0, 0]);
});
