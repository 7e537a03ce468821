import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { seconds } from '../failures.ts';
import { isAlive, removeFolder } from '../pool-folder.ts';
import { killGroup } from '../processes.ts';
import { WebDriverClient } from './client.ts';
import { contextOver } from './context.ts';
import { speaking } from './unsupported.ts';
import { inTime } from './wire.ts';

/** The programs of a WebKit that can be driven. */
export interface WebKitPrograms {
  /** WebKitWebDriver. */
  driver: string;
  /** Xvfb: the browser draws into a window, which needs a screen. */
  screen: string;
}

/** Size of the virtual screen, in pixels. */
const screenSize = '3840x2400x24';
const checkIntervalMs = 20;
const closeMs = 3000;

/**
 * Runs a process that ends with this one, however that ends, and takes everything that it started along: the shell
 * waits for the end of its stdin, which comes with the end of this process, and then kills its whole group; it does the
 * same when the program exits.
 */
const guard = 'exec 3<&0; { "$@" <&- 3<&-; kill -9 0; } & read -r _ <&3; kill -9 0';

interface Kept {
  process: ChildProcess;
  pid: number;
  kill: () => void;
}

function keep(command: readonly string[], env: NodeJS.ProcessEnv, output: 'ignore' | 'pipe' = 'ignore'): Kept {
  const child = spawn('/bin/sh', ['-c', guard, 'sh', ...command], {
    detached: true,
    env,
    stdio: ['pipe', output, 'ignore'],
  });
  child.stdin?.on('error', () => undefined);
  const { pid } = child;
  if (pid === undefined) throw new Error('No shell was found to start WebKit with.');
  return { process: child, pid, kill: () => killGroup(pid) };
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

interface Screen extends Kept {
  /** As windows name it. */
  name: string;
}

/** Starts a virtual screen. */
async function startScreen(program: string, timeoutMs: number): Promise<Screen> {
  const kept = keep(
    [program, '-displayfd', '1', '-screen', '0', screenSize, '-nolisten', 'tcp', '-noreset'],
    process.env,
    'pipe',
  );
  const output = once(kept.process.stdout!, 'data') as Promise<[Buffer]>;
  const ended = once(kept.process, 'exit').then(() => {
    throw new Error('The screen for WebKit has not started. Check that Xvfb runs on this machine.');
  });
  ended.catch(() => undefined);
  try {
    const [number] = await inTime(timeoutMs, () => Promise.race([output, ended]));
    return { ...kept, name: `:${String(number).trim()}` };
  } catch (error) {
    kept.kill();
    throw error;
  }
}

/** Waits until the driver responds. */
async function answers(url: string, timeoutMs: number): Promise<void> {
  const endsAt = performance.now() + timeoutMs;
  for (;;) {
    const isReady = await fetch(`${url}/status`).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    if (performance.now() > endsAt)
      throw new Error(`The driver of WebKit did not answer within ${seconds(timeoutMs)}.`);
    await rest(checkIntervalMs);
  }
}

function environmentOf(screen: string, folder: string, options: BrowserContextOptions): NodeJS.ProcessEnv {
  const { locale, timezoneId } = options;
  const language = locale && `${locale.replace('-', '_')}.UTF-8`;
  return {
    PATH: process.env.PATH,
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CACHE_HOME: folder,
    XDG_CONFIG_HOME: folder,
    DISPLAY: screen,
    GDK_BACKEND: 'x11',
    NO_AT_BRIDGE: '1',
    // Without a graphics card, each new browser would otherwise compile shaders for seconds before it draws.
    WEBKIT_SKIA_ENABLE_CPU_RENDERING: '1',
    LANG: language || 'C.UTF-8',
    ...(language && { LC_ALL: language, LANGUAGE: locale.replace('-', '_') }),
    ...(timezoneId && { TZ: timezoneId }),
  };
}

function capabilitiesOf({ userAgent, proxy, ignoreHTTPSErrors }: BrowserContextOptions): Record<string, unknown> {
  const args = [
    '--automation',
    // Hides the toolbars, which keep the window from becoming as narrow as a phone.
    '--full-screen',
    ...(userAgent === undefined ? [] : [`--user-agent=${userAgent}`]),
    // With WebDriver's proxy capability, the browser would speak TLS to the proxy.
    ...(proxy ? [`--proxy=${proxy.server}`] : []),
  ];
  return {
    pageLoadStrategy: 'none',
    unhandledPromptBehavior: 'ignore',
    // A session's proxy terminates TLS with its own certificate, and checks the server's.
    acceptInsecureCerts: proxy !== undefined || ignoreHTTPSErrors === true,
    'webkitgtk:browserOptions': { args },
  };
}

/** WebKitGTK as a browser for the rest of the engine: each context is its own process. */
class WebKitBrowser extends EventEmitter {
  /** Ends with the browser, and the browser with it. */
  readonly #screen: Screen;
  /** For contexts open at the same time: a window that covers another one takes hovering and clicks from it. */
  readonly #furtherScreens = new Set<Screen>();
  readonly #freeScreens: Set<Screen>;
  readonly #programs: WebKitPrograms;
  readonly #folder: () => Promise<string>;
  readonly #timeoutMs: number;
  readonly #contexts = new Set<Kept>();
  #isConnected = true;
  #version = '';

  constructor(screen: Screen, programs: WebKitPrograms, folder: () => Promise<string>, timeoutMs: number) {
    super();
    this.#screen = screen;
    this.#freeScreens = new Set([screen]);
    this.#programs = programs;
    this.#folder = folder;
    this.#timeoutMs = timeoutMs;
    screen.process.once('exit', () => this.#ended());
  }

  isConnected(): boolean {
    return this.#isConnected;
  }
  version(): string {
    return this.#version;
  }
  browserType() {
    return { name: () => 'webkit' };
  }

  async newContext(options: BrowserContextOptions): Promise<BrowserContext> {
    const folder = await this.#folder();
    const port = await freePort();
    const screen = await this.#takeScreen();
    const url = `http://127.0.0.1:${port}`;
    const env = environmentOf(screen.name, folder, options);
    const kept = keep([this.#programs.driver, `--port=${port}`, '--host=127.0.0.1'], env);
    this.#contexts.add(kept);
    const closing = new AbortController();
    kept.process.once('exit', () => {
      this.#contexts.delete(kept);
      if (isAlive(screen.pid)) this.#freeScreens.add(screen);
      void removeFolder(folder);
      closing.abort(new Error('Target page, context or browser has been closed'));
    });
    try {
      await answers(url, this.#timeoutMs);
      const client = await inTime(this.#timeoutMs, () =>
        WebDriverClient.open(url, capabilitiesOf(options), closing.signal),
      );
      this.#version = String(client.capabilities.browserVersion ?? '');
      const end = async () => {
        await inTime(closeMs, () => client.close()).catch(() => undefined);
        await this.#end(kept);
      };
      return contextOver({
        client,
        browser: () => this as unknown as Browser,
        newFolder: async () => mkdtemp(join(folder, 'files-')),
        viewport: options.viewport ?? { width: 1280, height: 800 },
        losesAnswers: true,
        end,
      });
    } catch (error) {
      await this.#end(kept);
      throw error;
    }
  }

  async #takeScreen(): Promise<Screen> {
    const [free] = this.#freeScreens;
    if (free) {
      this.#freeScreens.delete(free);
      return free;
    }
    const screen = await startScreen(this.#programs.screen, this.#timeoutMs);
    this.#furtherScreens.add(screen);
    screen.process.once('exit', () => {
      this.#furtherScreens.delete(screen);
      this.#freeScreens.delete(screen);
    });
    return screen;
  }

  async #end(kept: Kept): Promise<void> {
    kept.kill();
    while (isAlive(kept.pid) && kept.process.exitCode === null && kept.process.signalCode === null)
      await rest(checkIntervalMs);
  }

  /** Kills every context and every screen immediately. */
  kill(): void {
    for (const kept of [...this.#contexts, ...this.#furtherScreens, this.#screen]) kept.kill();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#contexts].map((kept) => this.#end(kept)));
    await Promise.all([...this.#furtherScreens].map((kept) => this.#end(kept)));
    await this.#end(this.#screen);
    this.#ended();
  }

  #ended(): void {
    if (!this.#isConnected) return;
    this.#isConnected = false;
    for (const kept of [...this.#contexts, ...this.#furtherScreens]) kept.kill();
    this.emit('disconnected');
  }
}

/**
 * launchWebKit starts the first screen for its contexts; each context starts its own driver and browser, which end with
 * this process.
 */
export async function launchWebKit(
  programs: WebKitPrograms,
  { timeoutMs, newFolder }: { timeoutMs: number; newFolder: () => Promise<string> },
): Promise<{ browser: Browser; pid: number; kill: () => void }> {
  const screen = await startScreen(programs.screen, timeoutMs);
  const webkit = new WebKitBrowser(screen, programs, newFolder, timeoutMs);
  const browser = speaking<Browser>(webkit as unknown as Partial<Browser>, 'browser');
  return { browser, pid: screen.pid, kill: () => webkit.kill() };
}
