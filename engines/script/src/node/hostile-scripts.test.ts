import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ScriptFailure } from '../core/script-types.ts';
import { scriptContext } from '../testing/script-context.ts';
import { createScriptRunner } from './script-runner.ts';

const runner = createScriptRunner({ warmWorkers: 1, maxWorkers: 1 });
const context = scriptContext({ response: { text: '{"a":1}' } });
const stalls: number[] = [];
const readyTimes: number[] = [];

beforeAll(() => runner.warm());
afterAll(async () => {
  console.error(
    `largest host stall ${Math.max(...stalls).toFixed(1)} ms, next script after ${Math.max(...readyTimes).toFixed(0)} ms`,
  );
  await runner.close();
});

type Codes = (ScriptFailure['code'] | undefined)[];
const limit: Codes = ['TIME_LIMIT'];
const memory: Codes = ['MEMORY_LIMIT', 'TIME_LIMIT'];

test.each<[name: string, code: string, ends: Codes]>([
  ['infinite loop', 'while (true) {}', limit],
  ['recursion', 'function f() { return f() + 1 } f()', ['SCRIPT_ERROR']],
  ['memory: arrays', 'const all = []; while (true) all.push(new Array(10000).fill(1))', memory],
  ['memory: strings', 'let text = "x"; while (true) text += text + Math.random()', memory],
  ['memory: buffers', 'const all = []; while (true) all.push(new ArrayBuffer(1e6))', memory],
  [
    'memory: caught and again',
    'const all = []; while (true) try { while (true) all.push("x".repeat(99999) + all.length) } catch {}',
    memory,
  ],
  ['regular expression backtracking', '/^(a+)+$/.test("a".repeat(50) + "b")', limit],
  [
    'prototype pollution',
    `Object.prototype.polluted = 'yes'; Array.prototype.map = () => ['no']; JSON.stringify = () => '{"skipRequest":true}';
     JSON.parse('{"__proto__":{"x":1}}'); pm.environment.set('__proto__', 'evil'); pm.environment.set('constructor', 'evil');`,
    [undefined, 'SCRIPT_ERROR'],
  ],
  [
    'escape through constructors',
    `const F = pm.test.constructor; const G = console.log.constructor.constructor;
     for (const code of ['return process', 'return require("fs")', 'return globalThis.process.exit(1)', 'return import("node:fs")']) {
       for (const make of [F, G, (async () => 0).constructor, (function* () {}).constructor]) {
         try { const found = make(code)(); if (found && found.pid) pm.environment.set('escaped', 'yes'); } catch {}
       }
     }
     await import('node:fs').then(() => pm.environment.set('escaped', 'yes'), () => 0);`,
    [undefined],
  ],
  ['promise loop', 'const again = () => Promise.resolve().then(again); again()', memory],
  [
    'memory in promises, without a word',
    'const all = []; const more = () => Promise.resolve().then(() => { all.push(new Array(1000).fill(all.length)); return more(); }); more()',
    memory,
  ],
  [
    'memory: caught, and left at that',
    'let kept = []; try { while (true) kept.push(new Array(10000).fill(1)) } catch { kept = [] }',
    memory,
  ],
  ['timer loop', 'setInterval(() => {}, 1)', limit],
  [
    'huge output',
    'pm.environment.set("big", "x".repeat(5e6)); pm.variables.set("big", "x".repeat(5e6))',
    ['TOO_LARGE', 'MEMORY_LIMIT'],
  ],
  // A slow machine may need the whole time for it.
  ['huge log', 'for (let i = 0; i < 2e4; i += 1) console.log("x".repeat(1e4))', [undefined, 'TIME_LIMIT']],
  [
    'getter traps in results',
    `const trap = new Proxy({}, { get() { while (true) {} }, ownKeys() { while (true) {} } });
     pm.test('trap', () => { throw trap });`,
    limit,
  ],
  [
    'host globals',
    `if ([typeof process, typeof fetch, typeof WebAssembly, typeof Worker, typeof module, typeof SharedArrayBuffer === 'x'].some((kind) => kind !== 'undefined' && kind !== false)) pm.environment.set('escaped', 'yes')`,
    [undefined],
  ],
  ['require of the host', 'require("fs").readFileSync("/etc/passwd")', ['SCRIPT_ERROR']],
  ['throws null', 'throw null', ['SCRIPT_ERROR']],
  ['throws a getter', 'throw { get message() { throw this } }', ['SCRIPT_ERROR']],
  ['never-ending await', 'await new Promise(() => {})', [undefined]],
])('contains %s', async (name, code, ends) => {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const outcome = await runner.run({ code, kind: 'test', context, limitMs: ends === limit ? 700 : 6000 });
  delay.disable();
  const endedMs = performance.now();
  const next = await runner.run({ code: 'pm.test("next", () => {})', kind: 'test', context });
  readyTimes.push(performance.now() - endedMs);
  stalls.push(delay.max / 1e6 - 5);

  expect(ends, `${name}: ${JSON.stringify(outcome.error)}`).toContain(outcome.error?.code);
  expect(outcome.variables.environment.set.escaped).toBeUndefined();
  expect(outcome.logs.length).toBeLessThanOrEqual(200);
  expect(next.tests).toEqual([{ name: 'next', passed: true, message: '' }]);
  expect(next.variables.environment.set).toEqual({});
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test('leaks no global from one script to the next', async () => {
  await runner.run({
    code: 'globalThis.secret = 1; leaked = 2; pm.secret = 3; Array.prototype.x = 4',
    kind: 'test',
    context,
  });
  const code = 'console.log(typeof secret, typeof leaked, typeof pm.secret, typeof [].x)';
  const { logs } = await runner.run({ code, kind: 'test', context });
  expect(logs[0]?.text).toBe('undefined undefined undefined undefined');
});

test.each([
  [
    'poisoned built-ins',
    'JSON.parse = () => 1; Object.prototype.then = 1; Array.prototype.map = null; Math.random = () => 0',
  ],
  ['what waits for ever', 'setTimeout(() => {}, 1); new Promise(() => {}).then(() => pm.environment.set("late", 1))'],
  [
    'much memory, given back',
    'globalThis.kept = []; for (let i = 0; i < 2e4; i += 1) kept.push({ i, text: "secret-" + i })',
  ],
  ['memory that has grown', 'globalThis.kept = new Uint8Array(20e6).fill(7)'],
  ['modules', 'const { SHA256 } = require("crypto-js"); SHA256("x").toString(); tv4.validate(1, { type: "number" })'],
  ['an error', 'throw new TypeError("no")'],
  ['no grammar', 'this is no script'],
])('a script that leaves %s leaves nothing to the next', async (_name, code) => {
  await runner.run({ code, kind: 'test', context });
  const next = `pm.test('ordinary', () => pm.expect([JSON.parse('[1]').map((n) => n + 1)[0], typeof kept, ({}).then]).to.eql([2, 'undefined', undefined]));
    pm.test('modules', () => pm.expect(require('crypto-js').MD5('').toString()).to.eql('d41d8cd98f00b204e9800998ecf8427e'));
    console.log(Math.random());`;
  const outcomes = [];
  for (let round = 0; round < 3; round += 1) outcomes.push(await runner.run({ code: next, kind: 'test', context }));
  for (const { tests, error, variables } of outcomes) {
    expect(error).toBeUndefined();
    expect(tests.map(({ name, passed, message }) => [name, passed, message])).toEqual([
      ['ordinary', true, ''],
      ['modules', true, ''],
    ]);
    expect(variables.environment.set).toEqual({});
  }
  expect(new Set(outcomes.map(({ logs }) => logs[0]?.text)).size).toBe(3);
});

test('caps logs at 200 lines of 1,000 characters', async () => {
  const code = 'for (let i = 0; i < 500; i += 1) console.log("x".repeat(5000))';
  const { logs } = await runner.run({ code, kind: 'test', context });
  expect(logs).toHaveLength(200);
  expect(Math.max(...logs.map(({ text }) => text.length))).toBe(1000);
});

test('a cancelled script ends immediately', async () => {
  const stop = new AbortController();
  const running = runner.run({ code: 'while (true) {}', kind: 'test', context, limitMs: 60_000, signal: stop.signal });
  setTimeout(() => stop.abort(), 50);
  expect((await running).error?.code).toBe('CANCELLED');
});

test('scripts beyond the number of workers wait for their turn, even behind one that hangs', async () => {
  const outcomes = await Promise.all(
    ['while (true) {}', 'pm.test("a", () => {})', 'pm.test("b", () => {})'].map((code) =>
      runner.run({ code, kind: 'test', context, limitMs: 300 }),
    ),
  );
  expect(outcomes.map(({ error, tests }) => error?.code ?? tests[0]?.name)).toEqual(['TIME_LIMIT', 'a', 'b']);
});
