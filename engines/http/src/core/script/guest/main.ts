import type { ScriptContext, ScriptKind, ScriptPair, ScriptRequest } from '../script-types.ts';
import { Channel } from './channel.ts';
import { atob, btoa } from './encoding.ts';
import { expect } from './expect.ts';
import { describeError, inspect } from './inspect.ts';
import { installLegacy } from './legacy.ts';
import { randomOf } from './random.ts';
import { Request } from './request.ts';
import { Response } from './response.ts';
import { schemaProblem } from './schema.ts';
import { Scopes } from './scopes.ts';
import { RequestSender } from './send-request.ts';
import { TestResults } from './test-results.ts';
import { Timers } from './timers.ts';

/** What the worker gives to a script's sandbox, as JSON. */
export interface GuestInput {
  kind: ScriptKind;
  context: ScriptContext;
  dynamicValues: Record<string, string>;
  /** Four 32-bit integers: every script begins in the same memory, so its chance must come from outside. */
  seed: number[];
}

type Report = { error?: { message: string; line?: number } };
const { stringify, parse } = JSON;

/** Builds the globals of a script and gives the worker its three handles: start, receive, finish. */
export function install(
  post: (text: string) => void,
  inputText: string,
  responseText: string,
  modules: Record<string, unknown>,
) {
  const { kind, context, dynamicValues, seed } = parse(inputText) as GuestInput;
  Math.random = randomOf(seed);
  const channel = new Channel(post);
  const scopes = new Scopes(context.variables, dynamicValues);
  const tests = new TestResults(channel);
  const timers = new Timers(channel);
  const request = new Request(context.request, context.info);
  const to = (response: Response) => expect(response);
  const response = context.response && new Response({ ...context.response, text: responseText }, to);
  const sender = new RequestSender(channel, (given) => resolveRequest(given, scopes), to);
  const flow: { next: string | null | undefined; skip: boolean } = { next: undefined, skip: false };
  const report: Report = {};
  const fail = (error: unknown) => {
    report.error ??= describeError(error);
  };
  const setNextRequest = (name: unknown) => {
    flow.next = name === null ? null : String(name);
  };
  const cookies = new Map(Object.entries(context.cookies));
  const test = Object.assign((name: unknown, body: unknown) => tests.run(name, body), {
    skip: () => undefined,
    index: () => tests.count,
  });

  const pm = {
    info: {
      eventName: kind === 'test' ? 'test' : 'prerequest',
      iteration: context.info.iteration,
      iterationCount: context.info.iterationCount,
      requestName: context.info.requestName,
      requestId: context.info.requestId,
    },
    environment: scopes.environment,
    globals: scopes.globals,
    collectionVariables: scopes.collection,
    variables: scopes.variables,
    iterationData: scopes.data,
    request,
    ...(response === undefined ? {} : { response }),
    cookies: {
      get: (name: unknown) => cookies.get(String(name)),
      has: (name: unknown) => cookies.has(String(name)),
      toObject: () => Object.fromEntries(cookies),
      each: (visit: (pair: ScriptPair) => void) => {
        for (const [key, value] of cookies) visit({ key, value });
      },
    },
    test,
    expect,
    sendRequest: (given: unknown, callback?: unknown) => sender.send(given, callback),
    setNextRequest,
    execution: {
      setNextRequest,
      skipRequest: () => {
        flow.skip = true;
      },
      location: { current: context.info.requestName },
    },
    visualizer: { set: () => undefined },
  };
  const globals: Record<string, unknown> = {
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
    require: (name: unknown) => requireModule(String(name), modules),
  };
  if (modules['crypto-js'] !== undefined) globals.CryptoJS = modules['crypto-js'];
  const tv4 = {
    error: undefined as { message: string } | undefined,
    validate: (value: unknown, schema: unknown) => {
      const problem = schemaProblem(schema, value);
      tv4.error = problem === undefined ? undefined : { message: problem };
      return problem === undefined;
    },
  };
  globals.tv4 = tv4;
  Object.assign(globalThis, globals);
  installLegacy({ pm, scopes, tests, request, response, context, setNextRequest, cookies });

  return {
    start(main: () => Promise<unknown>): void {
      try {
        main().then(undefined, fail);
      } catch (error) {
        fail(error);
      }
    },
    receive(text: string): void {
      const message = channel.read(text);
      try {
        if (message.type === 'timer') timers.fire(message.id);
        else sender.receive(message.id, message);
      } catch (error) {
        fail(error);
      }
    },
    finish(): string {
      tests.finish();
      return stringify({
        variables: {
          environment: scopes.environment.changes(),
          globals: scopes.globals.changes(),
          collection: scopes.collection.changes(),
          local: scopes.local.changes(),
        },
        request: request.changes(),
        // JSON has no undefined in a list; an absent key says that nothing was set.
        ...(flow.next === undefined ? {} : { nextRequest: flow.next }),
        skipRequest: flow.skip,
        ...report,
      });
    },
  };
}

/** One more than the worker keeps, so that it can say that lines are missing. */
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

function requireModule(name: string, modules: Record<string, unknown>): unknown {
  if (Object.hasOwn(modules, name)) return modules[name];
  throw new Error(
    `require('${name}') is not available: scripts run without packages. Available: ${Object.keys(modules).join(', ')}. Use pm and plain JavaScript instead.`,
  );
}

function resolveRequest(request: ScriptRequest, scopes: Scopes): ScriptRequest {
  const replaced = (value: unknown): unknown => {
    if (typeof value === 'string') return (scopes.variables.replaceIn as (text: string) => unknown)(value);
    if (Array.isArray(value)) return value.map(replaced);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaced(item)]));
  };
  return replaced(request) as ScriptRequest;
}
