import { atob, btoa } from './encoding.ts';

/** The host's side: the id of the module that an import resolves to, and the module as a function. */
export interface LibraryHost {
  resolve(importer: string, request: string): string | undefined;
  load(id: string): ModuleBody;
}

type ModuleBody = (
  exports: unknown,
  require: (name: string) => unknown,
  module: { exports: unknown },
  process: object,
  global: object,
) => void;

/** Large parts of libraries that few scripts need are loaded on first use. */
const late = /[\\/]node_modules[\\/](mime-types|mime-format|mime-db|file-type|semver)[\\/]/;

/**
 * Libraries are the packages that a script's `require` returns, as CommonJS modules evaluated in the sandbox. They see
 * no more of the host than the script does.
 */
export class Libraries {
  readonly #host: LibraryHost;
  readonly #modules = new Map<string, { exports: unknown }>();
  readonly #own: Record<string, unknown>;
  readonly #process = processOf();

  /** `own` are the sandbox's own modules, by their names after `guest:`. */
  constructor(host: LibraryHost, own: Record<string, unknown>) {
    this.#host = host;
    this.#own = own;
  }

  /** The result of a script's `require(name)`; throws an error if there is no such library. */
  require(name: string): unknown {
    const id = this.#host.resolve('', name);
    if (id === undefined) throw new Error(unavailable(name));
    return this.#load(id);
  }

  #load(id: string): unknown {
    if (id.startsWith('guest:')) return this.#own[id.slice('guest:'.length)] ?? {};
    const known = this.#modules.get(id);
    if (known !== undefined) return known.exports;
    const module = { exports: {}, id, children: [] as unknown[] };
    this.#modules.set(id, module);
    const body = this.#host.load(id);
    const require = (request: string) => this.#requireFrom(id, request);
    try {
      Reflect.apply(body, module.exports, [module.exports, require, module, this.#process, globalThis]);
    } catch (error) {
      this.#modules.delete(id);
      throw error;
    }
    return module.exports;
  }

  #requireFrom(importer: string, request: string): unknown {
    const id = this.#host.resolve(importer, request);
    if (id === undefined) throw new Error(`Cannot find module '${request}'`);
    return late.test(id) && !late.test(importer) ? lateModule(() => this.#load(id)) : this.#load(id);
  }
}

function unavailable(name: string): string {
  return `Cannot find module '${name}': scripts can use only the packages that Postman's scripts have. Write what you need in plain JavaScript.`;
}

function lateModule(load: () => unknown): unknown {
  const loaded = () => load() as object;
  return new Proxy(function late() {}, {
    get: (_target, name) => Reflect.get(loaded(), name),
    has: (_target, name) => Reflect.has(loaded(), name),
    apply: (_target, self, input) => Reflect.apply(loaded() as () => unknown, self, input),
    construct: (_target, input) => Reflect.construct(loaded() as new () => object, input),
  });
}

/** The few parts of `process` that libraries for Node.js read; scripts don't see it. */
function processOf(): object {
  return {
    env: {},
    argv: [],
    version: '',
    versions: {},
    browser: true,
    platform: 'browser',
    cwd: () => '/',
    emitWarning: () => undefined,
    nextTick: (work: (...input: unknown[]) => void, ...input: unknown[]) => {
      const passOn = (error: unknown) =>
        timer('setImmediate', () => {
          throw error;
        });
      Promise.resolve()
        .then(() => work(...input))
        .catch(passOn);
    },
  };
}

/** The sandbox's own modules, which libraries and scripts load. */
export function ownModules(): Record<string, unknown> {
  const uuid = () =>
    'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/g, (place) => {
      const digit = Math.floor(Math.random() * 16);
      return (place === 'x' ? digit : (digit & 3) | 8).toString(16);
    });
  return {
    atob,
    btoa,
    nothing: {},
    uuid: Object.assign(() => uuid(), { v4: uuid }),
    'iconv-lite': { encodingExists: () => false },
    timers: timerModule,
  };
}

/** Looked up when called: the timers belong to the running script. */
const timer = (name: string, ...input: unknown[]): unknown =>
  (globalThis as unknown as Record<string, (...input: unknown[]) => unknown>)[name]!(...input);

const timerModule = Object.fromEntries(
  ['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate'].map((name) => [
    name,
    (...input: unknown[]) => timer(name, ...input),
  ]),
);
