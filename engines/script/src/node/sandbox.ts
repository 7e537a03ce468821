import variantModule from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core';
import type { GuestLibraries } from './guest-libraries.ts';
import { type GuestSources, guestModuleName } from './guest-source.ts';

// Its types are those of CommonJS, where the variant would be one `default` deeper.
const variant = variantModule as unknown as QuickJSSyncVariant;

/** 64 KB pages; the interpreter itself needs 256 of them. */
const initialPages = 256;
const maxPages = 1024;
const stackBytes = 400 * 1024;

interface BoundedMemory {
  memory: WebAssembly.Memory;
  refusal: { isRefused: boolean };
}

/**
 * A memory that records whether it couldn't grow: the interpreter first asks for more than it needs, so the last answer
 * counts.
 */
function boundedMemory(): BoundedMemory {
  const memory = new WebAssembly.Memory({ initial: initialPages, maximum: maxPages });
  const refusal = { isRefused: false };
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    refusal.isRefused = true;
    const before = grow(pages);
    refusal.isRefused = false;
    return before;
  };
  return { memory, refusal };
}

/** A sandbox's script and inputs. */
interface SandboxScript {
  code: string;
  /** Names of the script's input values. */
  parameters: readonly string[];
  inputText: string;
  responseText: string;
}

interface GuestHandles {
  start: QuickJSHandle;
  receive: QuickJSHandle;
  finish: QuickJSHandle;
}

/**
 * Sandbox is one interpreter with its own WebAssembly memory, limited to 64 MB. It serves one script at a time. Between
 * two scripts its memory is reset byte for byte to its state before the first, so nothing needs disposal and nothing is
 * left behind; that takes a hundredth of the time of a new interpreter with its libraries. Its host functions are
 * `post`, which takes a text, and two that return the source of libraries from a fixed list.
 */
export class Sandbox {
  readonly #vm: QuickJSContext;
  readonly #memory: WebAssembly.Memory;
  readonly #post: QuickJSHandle;
  readonly #install: QuickJSHandle;
  readonly #sources: GuestSources;
  /** The memory before the first script, without trailing zeros. */
  readonly #beginning: Uint8Array;
  #handles: GuestHandles | undefined;
  /** Set if the last attempt to grow the memory was refused. */
  readonly #refusal: { isRefused: boolean };
  /** Set before a script starts; receives the sandbox's messages. */
  onPost: (text: string) => void = () => undefined;

  private constructor(
    vm: QuickJSContext,
    { memory, refusal }: BoundedMemory,
    sources: GuestSources,
    libraries: GuestLibraries,
  ) {
    this.#vm = vm;
    this.#memory = memory;
    this.#refusal = refusal;
    this.#sources = sources;
    vm.runtime.setMaxStackSize(stackBytes);
    this.#allowModules();
    this.#post = vm.newFunction('post', (text) => {
      this.onPost(vm.getString(text));
    });
    const resolve = vm.newFunction('resolve', (importer, request) => {
      const id = libraries.resolve(vm.getString(importer), vm.getString(request));
      return id === undefined ? vm.undefined : vm.newString(id);
    });
    const load = vm.newFunction('load', (id) => this.#library(vm.getString(id), libraries));
    this.#install = this.#call(this.#module('guest/main.ts', 'prepare'), [resolve, load]);
    this.runJobs();
    const words = new Uint32Array(memory.buffer);
    let length = words.length;
    while (length > 0 && words[length - 1] === 0) length -= 1;
    this.#beginning = new Uint8Array(memory.buffer.slice(0, length * words.BYTES_PER_ELEMENT));
  }

  static async create(
    wasmModule: WebAssembly.Module,
    sources: GuestSources,
    libraries: GuestLibraries,
  ): Promise<Sandbox> {
    const bounded = boundedMemory();
    const own = newVariant(variant, { wasmModule, wasmMemory: bounded.memory });
    const quickjs = await newQuickJSWASMModuleFromVariant(own);
    return new Sandbox(quickjs.newRuntime().newContext(), bounded, sources, libraries);
  }

  /**
   * Whether the script asked for more memory than available. The interpreter doesn't always report it: it may have none
   * left for an error, which then is `null`, or for a promise's next step, which then never runs.
   */
  get ranOutOfMemory(): boolean {
    return this.#refusal.isRefused;
  }

  /**
   * Resets everything for the next script. Only after a script that completed: a fault of the interpreter leaves its
   * stack where it was.
   */
  reset(): void {
    const bytes = new Uint8Array(this.#memory.buffer);
    bytes.set(this.#beginning);
    bytes.fill(0, this.#beginning.length);
    this.#refusal.isRefused = false;
    this.#handles = undefined;
    this.#allowModules();
  }

  #allowModules(): void {
    const sources = this.#sources;
    this.#vm.runtime.setModuleLoader(
      (name) => sources.get(name) ?? { error: new Error(`Modules cannot be imported in scripts: ${name}`) },
      (importer, requested) => guestModuleName(importer, requested),
    );
  }

  /** Builds the script's globals, then starts it. Throws the script's syntax errors. */
  start({ code, parameters, inputText, responseText }: SandboxScript): void {
    const vm = this.#vm;
    // From here on, the script's source is in the sandbox: no more modules.
    vm.runtime.setModuleLoader((name) => ({ error: new Error(`Modules cannot be imported in scripts: ${name}`) }));
    const guest = this.#call(this.#install, [this.#post, vm.newString(inputText), vm.newString(responseText)]);
    this.#handles = {
      start: vm.getProp(guest, 'start'),
      receive: vm.getProp(guest, 'receive'),
      finish: vm.getProp(guest, 'finish'),
    };
    // On the first line, so that line numbers are the script's.
    const main = vm.unwrapResult(vm.evalCode(`(async function (${parameters.join(', ')}) {${code}\n})`, 'script.js'));
    this.#call(this.#handles.start, [main]);
  }

  /** Runs pending promise jobs. */
  runJobs(): void {
    const { runtime } = this.#vm;
    while (runtime.hasPendingJob()) {
      // Rejections stay inside; an error here is the interpreter's, such as out of memory.
      this.#vm.unwrapResult(runtime.executePendingJobs(1000));
    }
  }

  receive(text: string): void {
    this.#call(this.#handles!.receive, [this.#vm.newString(text)]);
  }

  finish(): string {
    return this.#vm.getString(this.#call(this.#handles!.finish, []));
  }

  #call(callee: QuickJSHandle, input: QuickJSHandle[]): QuickJSHandle {
    return this.#vm.unwrapResult(this.#vm.callFunction(callee, this.#vm.undefined, ...input));
  }

  #module(name: string, exported: string): QuickJSHandle {
    const exports = this.#vm.unwrapResult(this.#vm.evalCode(this.#sources.get(name)!, name, { type: 'module' }));
    return this.#vm.getProp(exports, exported);
  }

  /** A library module as a function; it acts only in the sandbox. */
  #library(id: string, libraries: GuestLibraries): QuickJSHandle {
    const code = `(function (exports, require, module, process, global) {${libraries.source(id)}\n})`;
    return this.#vm.unwrapResult(this.#vm.evalCode(code, `library ${id.replace(/^.*node_modules[\\/]/, '')}`));
  }
}
