import { writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { loadXPath, timeLimit } from '@touchstone/engine-assert';
import { loadFakeValues } from '@touchstone/engine-data';
import {
  BodyFiles,
  createCertificate,
  MockEngine,
  MockServer,
  type MockSources,
  openApiNegotiation,
  openApiValidator,
  parseScope,
  Resource,
  readSources,
  removeSavedStubs,
  type Stub,
  saveStubs,
  soapValidator,
} from '@touchstone/engine-mock';
import { CliError } from '../cli-error.ts';
import type { Outcome } from '../outcome.ts';
import { onStop } from '../stop-signal.ts';
import { requestLine } from './request-line.ts';
import { folderOf, watchFiles } from './watch-files.ts';

/** Options of `touchstone mock`. */
export interface MockFlags {
  port: number;
  host: string;
  https?: boolean;
  caFile?: string;
  record?: string;
  partial?: boolean;
  proxyUnmatched?: string;
  strict?: boolean;
  validate?: boolean;
  crud?: boolean;
  basePath?: string;
  seed?: number;
  watch?: boolean;
  journal: number;
  insecure?: boolean;
  cors?: boolean;
  templates?: boolean;
  state: string;
  quiet?: boolean;
}

const expressionLimitMs = 50;
const problemsShown = 20;

/** runMock serves a mock until it is stopped. Throws CliError if it can't start. */
export async function runMock(files: string[], flags: MockFlags): Promise<Outcome> {
  checkFlags(files, flags);
  await loadXPath();
  const running = await RunningMock.start(files, flags);
  await new Promise<void>((resolve) => {
    const undo = onStop(() => {
      undo();
      resolve();
    });
    running.onShutdown = resolve;
  });
  await running.end();
  return 'passed';
}

function checkFlags(files: string[], flags: MockFlags): void {
  if (files.length === 0 && flags.record === undefined && flags.proxyUnmatched === undefined)
    throw new CliError(
      'Name what to serve: a document or a folder, such as touchstone mock openapi.yaml, or --record URL.',
    );
  for (const url of [flags.record, flags.proxyUnmatched])
    if (url !== undefined && !/^https?:\/\/[^/]/.test(url))
      throw new CliError(`“${url}” is not an address. Give one such as https://api.example.org.`);
  if (flags.caFile !== undefined && !flags.https) throw new CliError('--ca-file goes with --https.');
  if (parseScope(flags.state) === undefined)
    throw new CliError(
      `“${flags.state}” is not a scope. Use global, session, header:NAME, cookie:NAME, query:NAME or claim:NAME.`,
    );
}

class RunningMock {
  onShutdown: (() => void) | undefined;
  readonly #files: string[];
  readonly #flags: MockFlags;
  readonly #engine: MockEngine;
  readonly #server: MockServer;
  #bodyFiles = new BodyFiles([]);
  #unwatch: (() => void) | undefined;

  static async start(files: string[], flags: MockFlags): Promise<RunningMock> {
    const fake = await loadFakeValues();
    const mock = new RunningMock(files, flags, fake);
    await mock.#load(true);
    await mock.#listen();
    return mock;
  }

  private constructor(files: string[], flags: MockFlags, fake: Awaited<ReturnType<typeof loadFakeValues>>) {
    this.#files = files;
    this.#flags = flags;
    const { certificate, caText } = certificateOf(flags);
    this.#engine = new MockEngine({
      settings: {
        cors: flags.cors === true,
        strict: flags.strict === true,
        globalTemplating: flags.templates === true,
        stateScope: parseScope(flags.state) ?? 'global',
        proxyUnmatched: flags.proxyUnmatched,
      },
      journalLimit: flags.journal,
      ...(flags.seed === undefined ? {} : { seed: flags.seed }),
      guard: timeLimit(expressionLimitMs),
      file: (name) => this.#bodyFiles.read(name),
      fake,
      hostname: hostname(),
    });
    this.#server = new MockServer(this.#engine, {
      port: flags.port,
      host: flags.host,
      ...(certificate === undefined ? {} : { certificate }),
      acceptsAnyCertificate: flags.insecure === true,
      hooks: {
        save: (stubs) => this.#save(stubs),
        forget: (stubs) => this.#forget(stubs),
        shutdown: () => this.onShutdown?.(),
      },
    });
    this.caText = caText;
    this.#fake = fake;
  }
  readonly #fake: Awaited<ReturnType<typeof loadFakeValues>>;
  readonly caText: string | undefined;

  async end(): Promise<void> {
    this.#unwatch?.();
    const { recorder } = this.#server;
    if (recorder.order !== undefined) {
      const stubs = await recorder.stop();
      for (const stub of stubs) this.#engine.put(stub);
      if (stubs.length > 0 && !(await this.#save(stubs)))
        console.error('Not saved: name a folder to keep the recorded stubs in.');
      console.log(`Recorded: ${stubs.length} ${stubs.length === 1 ? 'stub' : 'stubs'}`);
    }
    await this.#server.stop();
    console.log(`Stopped after ${this.#engine.journal.seen} requests`);
  }

  async #listen(): Promise<void> {
    const { port, host, record, caFile } = this.#flags;
    let address: string;
    try {
      address = await this.#server.start();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EADDRINUSE')
        throw new CliError(`Port ${port} is taken. Give another one with --port, or 0 for a free one.`);
      throw new CliError(`The mock cannot listen on ${host}:${port}: ${(error as Error).message}`);
    }
    if (caFile !== undefined && this.caText !== undefined) {
      await writeFile(caFile, this.caText);
      console.log(`Certificate authority: ${caFile}`);
    }
    if (record !== undefined) {
      await this.#server.recorder.start(record, {}, this.#flags.partial === true);
      console.log(`Recording: ${record}`);
    }
    if (!this.#flags.quiet) this.#engine.journal.listen((entry) => console.log(requestLine(entry)));
    if (this.#flags.watch)
      this.#unwatch = watchFiles(this.#files, async () => {
        await this.#load(false).catch((error: Error) => console.error(`Not read again: ${error.message}`));
      });
    console.log(`Listening: ${address}`);
  }

  /** Reads the files; unchanged stubs keep their place and their state. */
  async #load(isFirst: boolean): Promise<void> {
    const { crud, basePath, seed, strict, validate } = this.#flags;
    let read: MockSources;
    try {
      read = await readSources(this.#files, {
        hasResources: crud === true,
        ...(basePath === undefined ? {} : { basePath }),
        ...(seed === undefined ? {} : { seed }),
      });
    } catch (error) {
      const { code, path, message } = error as NodeJS.ErrnoException;
      // A folder to record into may not exist before the first stub.
      if (code === 'ENOENT' && this.#flags.record !== undefined) return;
      throw new CliError(code === 'ENOENT' ? `File not found: ${path}` : message);
    }
    this.#bodyFiles = new BodyFiles(read.fileRoots);
    const problems = this.#engine.setDefaults(
      read.sources.flatMap(({ stubs }) => stubs),
      'stubs',
    );
    const resources = read.sources.flatMap(({ resources }) => resources);
    const text = (definition: unknown) => JSON.stringify(definition);
    const kept = new Map([...this.#engine.resources.values()].map((resource) => [text(resource.definition), resource]));
    this.#engine.resources.clear();
    for (const definition of resources)
      this.#engine.resources.set(definition.path, kept.get(text(definition)) ?? new Resource(definition, this.#fake));
    this.#engine.validators = read.sources.flatMap(({ api, basePath: base, soap }) => [
      ...(api === undefined ? [] : [openApiNegotiation(api, base)]),
      ...(api === undefined || !(strict || validate) ? [] : [openApiValidator(api, base)]),
      ...(soap === undefined ? [] : [soapValidator(soap)]),
    ]);
    report(read, [...read.problems, ...problems], this.#engine, isFirst);
  }

  async #save(stubs: readonly Stub[]): Promise<boolean> {
    for (const stub of stubs) {
      stub.persistent = true;
      this.#engine.defaults.keep(stub);
    }
    const folder = await folderOf(this.#files);
    if (folder !== undefined) await saveStubs(folder, stubs);
    return folder !== undefined;
  }

  async #forget(stubs: readonly Stub[]): Promise<void> {
    for (const { id } of stubs) this.#engine.defaults.drop(id);
    const folder = await folderOf(this.#files);
    if (folder !== undefined) await removeSavedStubs(folder, stubs);
  }
}

function report(
  { sources }: MockSources,
  problems: readonly { path: string; message: string }[],
  engine: MockEngine,
  isFirst: boolean,
): void {
  if (!isFirst) console.log(`Read again: ${engine.index.size} stubs`);
  else
    for (const { path, kind, stubs, resources } of sources) {
      const records = resources.map(({ path: at }) => at).join(', ');
      console.log(
        `Serving: ${path} (${kind}, ${stubs.length} stubs${records === '' ? '' : `, records at ${records}`})`,
      );
    }
  for (const { path, message } of problems.slice(0, problemsShown)) console.error(`Not imported: ${path}: ${message}`);
  if (problems.length > problemsShown) console.error(`… and ${problems.length - problemsShown} more problems`);
}

function certificateOf({ https, host }: MockFlags) {
  if (!https) return { certificate: undefined, caText: undefined };
  const names = [...new Set(['localhost', '127.0.0.1', '::1', hostname(), host])].filter(
    (name) => name !== '0.0.0.0' && name !== '::',
  );
  const certificate = createCertificate(names);
  return { certificate, caText: certificate.ca };
}
