import type { ScriptContext, ScriptKind } from '../script-types.ts';
import { Calls, Channel } from './channel.ts';
import { openCookies } from './cookies.ts';
import { atob, btoa } from './encoding.ts';
import { describeError, inspect } from './inspect.ts';
import { type Kit, loadKit } from './kit.ts';
import { installLegacy } from './legacy.ts';
import type { LibraryHost } from './libraries.ts';
import { createPm, type Flow } from './pm.ts';
import { randomOf } from './random.ts';
import { openRequest } from './request.ts';
import { openResponse } from './response.ts';
import { Scopes } from './scopes.ts';
import { TestResults } from './test-results.ts';
import { Timers } from './timers.ts';

/** The worker's input for a script's sandbox, as JSON. */
export interface GuestInput {
  kind: ScriptKind;
  context: ScriptContext;
  dynamicValues: Record<string, string>;
  /** Inputs of a script that returns a value. */
  inputs?: Record<string, unknown>;
  /** Names of the script's parameters: the first is all inputs, the others are single ones. */
  parameters: string[];
  /** Four 32-bit integers: every script starts with the same memory, so its randomness must come from outside. */
  seed: number[];
}

type Report = { error?: { message: string; line?: number }; returned?: unknown };
const { stringify, parse } = JSON;

/** Loads what every script needs. Runs once, before any script: sandboxes start with the resulting memory. */
export function prepare(resolve: LibraryHost['resolve'], load: LibraryHost['load']) {
  Object.assign(globalThis, { global: globalThis });
  const kit = loadKit({ resolve, load });
  return (post: (text: string) => void, inputText: string, responseText: string) =>
    install(kit, post, inputText, responseText);
}

/** Builds the globals of a script and returns the worker's three handles: start, receive, finish. */
function install(kit: Kit, post: (text: string) => void, inputText: string, responseText: string) {
  const { kind, context, dynamicValues, inputs, parameters, seed } = parse(inputText) as GuestInput;
  const { sdk, expect } = kit;
  Math.random = randomOf(seed);
  Object.assign(kit.dynamicValues, dynamicValues);
  const channel = new Channel(post);
  const calls = new Calls(channel);
  const timers = new Timers(channel);
  const scopes = new Scopes(sdk, context.variables);
  const tests = new TestResults(channel);
  const { request, changes } = openRequest(sdk, context.request, expect);
  const given = context.response && { ...context.response, text: responseText || context.response.text };
  const response = kind === 'test' || given !== undefined ? openResponse(sdk, given, expect) : undefined;
  const cookies = openCookies(sdk, context.cookies, calls);
  const flow: Flow = { next: undefined, skip: false };
  const report: Report = {};
  const fail = (error: unknown) => {
    report.error ??= describeError(error);
  };
  const pm = createPm({ kit, kind, context, scopes, tests, calls, request, response, cookies, flow });
  Object.assign(globalThis, {
    pm,
    console: consoleOf(channel),
    btoa,
    atob,
    setTimeout: (callback: unknown, delay?: unknown, ...input: unknown[]) =>
      timers.start(callback, delay, input, false),
    setInterval: (callback: unknown, delay?: unknown, ...input: unknown[]) =>
      timers.start(callback, delay, input, true),
    setImmediate: (callback: unknown, ...input: unknown[]) => timers.start(callback, 0, input, false),
    clearTimeout: (id: unknown) => timers.clear(id),
    clearInterval: (id: unknown) => timers.clear(id),
    clearImmediate: (id: unknown) => timers.clear(id),
    require: (name: unknown) => kit.libraries.require(String(name)),
  });
  const { setNextRequest } = pm;
  installLegacy({ kit, scopes, request, response, context, setNextRequest, cookies });

  return {
    start(main: (...values: unknown[]) => Promise<unknown>): void {
      try {
        const values = parameters.map((name, index) => (index === 0 ? inputs : inputs?.[name]));
        main(...values).then((value) => {
          if (inputs !== undefined) report.returned = value;
        }, fail);
      } catch (error) {
        fail(error);
      }
    },
    receive(text: string): void {
      const message = channel.read(text);
      try {
        if (message.type === 'timer') timers.fire(message.id);
        else calls.receive(message.id, message);
      } catch (error) {
        fail(error);
      }
    },
    finish(): string {
      tests.finish((globalThis as { tests?: unknown }).tests);
      return stringify({
        variables: scopes.changes(),
        request: changes(),
        // JSON has no undefined in a list; an absent key means that nothing was set.
        ...(flow.next === undefined ? {} : { nextRequest: flow.next }),
        skipRequest: flow.skip,
        ...report,
      });
    },
  };
}

/** One more than the worker keeps, so that it can report that lines are missing. */
const maxLogs = 201;

function consoleOf(channel: Channel) {
  let lines = 0;
  const write =
    (level: 'log' | 'info' | 'warn' | 'error') =>
    (...input: unknown[]) => {
      lines += 1;
      if (lines > maxLogs) return;
      const text = input.map((item) => (typeof item === 'string' ? item.slice(0, 1000) : inspect(item))).join(' ');
      channel.send({ type: 'log', level, text: text.slice(0, 1000) });
    };
  return {
    log: write('log'),
    info: write('info'),
    debug: write('log'),
    trace: write('log'),
    dir: write('log'),
    table: write('log'),
    warn: write('warn'),
    error: write('error'),
    clear: () => undefined,
  };
}
