import variantModule from '@jitl/quickjs-wasmfile-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSSyncVariant,
} from 'quickjs-emscripten-core';
import { type GuestSources, guestModuleName } from './guest-source.ts';

// Its types are those of CommonJS, where the variant would be one `default` deeper.
const variant = variantModule as unknown as QuickJSSyncVariant;

/** 64 KB pages; the interpreter's own need is 256 of them. */
const initialPages = 256;
const maxPages = 1024;
const stackBytes = 400 * 1024;

interface GuestHandles {
  start: QuickJSHandle;
  receive: QuickJSHandle;
  finish: QuickJSHandle;
}

/** What a sandbox is loaded with. */
export interface SandboxInput {
  inputText: string;
  responseText: string;
  wantsCrypto: boolean;
  wantsSchema: boolean;
}

/**
 * Sandbox is one interpreter on a WebAssembly memory of its own that cannot grow over 64 MB. It serves one script and is then dropped as a
 * whole, so nothing is disposed. The only host function inside is `post`, which takes a text.
 */
export class Sandbox {
  readonly #vm: QuickJSContext;
  readonly #install: QuickJSHandle;
  #handles: GuestHandles | undefined;
  /** Set before a script starts; receives what the sandbox says. */
  onPost: (text: string) => void = () => undefined;

  private constructor(vm: QuickJSContext, sources: GuestSources) {
    this.#vm = vm;
    vm.runtime.setMaxStackSize(stackBytes);
    vm.runtime.setModuleLoader(
      (name) => sources.get(name) ?? { error: new Error(`Modules cannot be imported in scripts: ${name}`) },
      (importer, requested) => guestModuleName(importer, requested),
    );
    this.#install = this.#module(sources, 'guest/main.ts', 'install');
  }

  static async create(wasmModule: WebAssembly.Module, sources: GuestSources): Promise<Sandbox> {
    const wasmMemory = new WebAssembly.Memory({ initial: initialPages, maximum: maxPages });
    const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmModule, wasmMemory }));
    return new Sandbox(quickjs.newRuntime().newContext(), sources);
  }

  /** Builds the script's globals, then starts it. Throws what the script's text has against the grammar. */
  start(code: string, input: SandboxInput, sources: GuestSources): void {
    const vm = this.#vm;
    const post = vm.newFunction('post', (text) => {
      this.onPost(vm.getString(text));
    });
    const modules = vm.newObject();
    if (input.wantsCrypto) vm.setProp(modules, 'crypto-js', this.#module(sources, 'guest/crypto-js.ts', 'CryptoJS'));
    if (input.wantsSchema) this.#module(sources, 'guest/schema-engine.ts');
    // From here on the script's text is in the sandbox: no more modules.
    vm.runtime.setModuleLoader((name) => ({ error: new Error(`Modules cannot be imported in scripts: ${name}`) }));
    const guest = this.#call(this.#install, [
      post,
      vm.newString(input.inputText),
      vm.newString(input.responseText),
      modules,
    ]);
    this.#handles = {
      start: vm.getProp(guest, 'start'),
      receive: vm.getProp(guest, 'receive'),
      finish: vm.getProp(guest, 'finish'),
    };
    // On the first line, so that line numbers are those of the script.
    const main = vm.unwrapResult(vm.evalCode(`(async function () {${code}\n})`, 'script.js'));
    this.#call(this.#handles.start, [main]);
  }

  /** Runs what promises have waiting. */
  runJobs(): void {
    const { runtime } = this.#vm;
    while (runtime.hasPendingJob()) {
      // What promises reject with stays inside; an error here is one of the interpreter, such as no memory left.
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

  #module(sources: GuestSources, name: string, exported?: string): QuickJSHandle {
    const exports = this.#vm.unwrapResult(this.#vm.evalCode(sources.get(name)!, name, { type: 'module' }));
    return exported === undefined ? exports : this.#vm.getProp(exports, exported);
  }
}
