import { EventEmitter } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { seconds } from '../failures.ts';
import type { BrowserEngine } from '../find-browsers.ts';
import { WebDriverClient } from './client.ts';
import { contextOver } from './context.ts';
import { speaking } from './unsupported.ts';
import { inTime } from './wire.ts';

interface GridOptions {
  /** Of the Grid or driver. */
  url: string;
  /** Of the browser, as WebDriver names it. */
  name: string;
  engine: BrowserEngine;
  timeoutMs: number;
  /** For the scripts' downloads. */
  folder: string;
}

const closeMs = 3000;

function capabilitiesOf(name: string, { userAgent, ignoreHTTPSErrors, locale }: BrowserContextOptions) {
  const flags = [
    ...(userAgent === undefined ? [] : [`--user-agent=${userAgent}`]),
    ...(locale === undefined ? [] : [`--lang=${locale}`]),
  ];
  // Browser servers often run as root in containers, and without a screen.
  const chrome = { args: ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage', ...flags] };
  return {
    browserName: name,
    pageLoadStrategy: 'none',
    unhandledPromptBehavior: 'ignore',
    acceptInsecureCerts: ignoreHTTPSErrors === true,
    ...(/chrome|chromium/i.test(name) && { 'goog:chromeOptions': chrome }),
    ...(/edge/i.test(name) && { 'ms:edgeOptions': chrome }),
    ...(/firefox/i.test(name) && { 'moz:firefoxOptions': { args: ['-headless'] } }),
  };
}

/** The browsers of one kind on a Selenium Grid: each context is its own session there. */
class Grid extends EventEmitter {
  readonly #options: GridOptions;
  readonly #contexts = new Set<() => Promise<void>>();
  #isConnected = true;
  #version = '';

  constructor(options: GridOptions) {
    super();
    this.#options = options;
  }

  isConnected(): boolean {
    return this.#isConnected;
  }
  version(): string {
    return this.#version;
  }
  browserType() {
    return { name: () => this.#options.engine };
  }

  async newContext(options: BrowserContextOptions): Promise<BrowserContext> {
    const { url, name, timeoutMs, folder } = this.#options;
    const closing = new AbortController();
    const opening = WebDriverClient.open(url, capabilitiesOf(name, options), closing.signal);
    const late = () => {
      // A session that opens anyway would occupy its slot.
      void opening.then((client) => client.close()).catch(() => undefined);
      return new Error(`The Selenium Grid at ${url} had no place for ${name} within ${seconds(timeoutMs)}.`);
    };
    const client = await inTime(timeoutMs, () => opening, late);
    this.#version = String(client.capabilities.browserVersion ?? '');
    const end = async () => {
      this.#contexts.delete(end);
      await inTime(closeMs, () => client.close()).catch(() => undefined);
      closing.abort(new Error('Target page, context or browser has been closed'));
    };
    this.#contexts.add(end);
    const viewport = options.viewport ?? { width: 1280, height: 800 };
    const newFolder = () => mkdtemp(join(folder, 'files-'));
    return contextOver({ client, browser: () => this as unknown as Browser, newFolder, viewport, end });
  }

  async close(): Promise<void> {
    if (!this.#isConnected) return;
    this.#isConnected = false;
    await Promise.all([...this.#contexts].map((end) => end()));
    this.emit('disconnected');
  }
}

/** openGrid returns the browsers of one kind on a Grid; a session starts with each context. */
export function openGrid(options: GridOptions): { browser: Browser; kill: () => void } {
  const grid = new Grid(options);
  return { browser: speaking<Browser>(grid as unknown as Partial<Browser>, 'browser'), kill: () => void grid.close() };
}
