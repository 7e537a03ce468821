import { EventEmitter } from 'node:events';
import type { Browser, BrowserContext, Dialog, Page } from 'playwright-core';
import { StepFailure } from '../failures.ts';
import type { StorageState } from '../keywords/kept-session.ts';
import type { CapturedConsole } from './capture-console.ts';
import type { WebDriverClient } from './client.ts';
import type { Exchange } from './exchange.ts';
import { WebDriverPage } from './page.ts';
import { Folders, readState, writeState } from './storage-state.ts';
import type { SessionTraffic } from './traffic.ts';
import { speaking, unsupported } from './unsupported.ts';
import { Wire } from './wire.ts';

interface Cookie {
  name: string;
  value: string;
  domain?: string;
  path?: string;
}

/** How a WebDriver context is made. */
export interface WebDriverContextOptions {
  client: WebDriverClient;
  viewport: { width: number; height: number };
  browser: () => Browser;
  /** For the script's downloads. */
  newFolder: () => Promise<string>;
  /** Whether its driver may never answer a script whose document has been left. */
  losesAnswers?: boolean;
  /** Ends the browser with all its processes. */
  end: () => Promise<void>;
}

/** The browser of one script: a WebDriver session. It learns of its tabs by polling. */
export class WebDriverContext extends EventEmitter {
  readonly #wire: Wire;
  readonly #options: WebDriverContextOptions;
  #traffic: SessionTraffic | undefined;
  readonly #pages = new Map<string, { page: WebDriverPage; spoken: Page }>();
  readonly #folders = new Folders();
  /** Tabs that don't belong to the script. */
  readonly #own = new Set<string>();

  constructor(options: WebDriverContextOptions) {
    super();
    this.#options = options;
    this.#wire = new Wire(options.client, { losesAnswers: options.losesAnswers === true });
    this.#wire.onDialog = (text) => this.#asked(text);
  }

  pages(): Page[] {
    return [...this.#pages.values()].map(({ spoken }) => spoken);
  }

  /** The first tab is the session's window; further ones are opened. */
  async newPage(): Promise<Page> {
    const window =
      this.#pages.size === 0
        ? await this.#wire.use((client) => client.get<string>('/window'))
        : await this.#newWindow();
    const added = this.#add(window);
    await added.page.setViewportSize(this.#options.viewport);
    return added.spoken;
  }

  async #newWindow(): Promise<string> {
    return (await this.#wire.use((client) => client.post<{ handle: string }>('/window/new', { type: 'tab' }))).handle;
  }

  #add(window: string): { page: WebDriverPage; spoken: Page } {
    const page = new WebDriverPage({
      wire: this.#wire,
      window,
      size: this.#options.viewport,
      takeFailure: () => this.#traffic?.takeFailure() ?? '',
    });
    const spoken = speaking<Page>(page as unknown as Partial<Page>, 'page');
    const added = { page, spoken };
    this.#pages.set(window, added);
    page.on('overheard', (captured: CapturedConsole) => this.#addCaptured(captured));
    page.on('framenavigated', () => this.#folders.see(page.url()));
    page.once('close', () => this.#pages.delete(window));
    this.emit('page', spoken);
    return added;
  }

  /** Polls which tabs exist, and their addresses. */
  async refresh(): Promise<void> {
    const handles = await this.#wire.use((client) => client.get<string[]>('/window/handles'));
    for (const [window, { page }] of this.#pages) if (!handles.includes(window)) page.markClosed();
    for (const window of handles) if (!this.#pages.has(window) && !this.#own.has(window)) this.#add(window);
    for (const { page } of this.#pages.values()) await page.refresh().catch(() => undefined);
  }

  /** Emits a page's messages in the same form as other engines. */
  #addCaptured({ lines, errors }: CapturedConsole): void {
    for (const { type, text } of lines) this.emit('console', { type: () => type, text: () => text });
    for (const error of errors) this.emit('weberror', { error: () => error });
  }

  /** Forwards requests from the proxy that observes them. */
  observe(traffic: SessionTraffic): void {
    for (const name of ['request', 'response', 'requestfinished', 'requestfailed'])
      traffic.events.on(name, (data: object) => this.emit(name, data));
    traffic.events.on('download', (exchange: Exchange) => {
      const last = [...this.#pages.values()].at(-1);
      last?.page.emit('download', exchange.download(this.#options.newFolder));
    });
    traffic.events.on('request', ({ url, headers }: Exchange['request']) => {
      if (headers().accept?.includes('text/html')) this.#folders.see(url());
    });
    traffic.events.on('response', async ({ url, headersArray }: Exchange['response']) =>
      this.#folders.seeCookies(url(), await headersArray()),
    );
    this.#traffic = traffic;
    traffic.page = () => {
      const last = this.pages().at(-1);
      if (!last) throw new Error('No tab is open.');
      return last;
    };
    Object.assign(this, { route: traffic.route });
  }
  browser() {
    return this.#options.browser();
  }

  async #asked(text: string): Promise<void> {
    const { client } = this.#options;
    const { promise, resolve } = Promise.withResolvers<void>();
    const answer = (work: () => Promise<unknown>) => async () => {
      await work().catch(() => undefined);
      resolve();
    };
    const accept = async (value?: string) => {
      // A dialog without a field refuses text.
      if (value !== undefined) await client.post('/alert/text', { text: value }).catch(() => undefined);
      await answer(() => client.post('/alert/accept'))();
    };
    const dialog: Pick<Dialog, 'type' | 'message' | 'defaultValue' | 'accept' | 'dismiss'> = {
      type: () => '',
      message: () => text,
      defaultValue: () => '',
      accept,
      dismiss: answer(() => client.post('/alert/dismiss')),
    };
    if (!this.emit('dialog', dialog)) await dialog.dismiss();
    await promise;
  }

  async addCookies(cookies: readonly Cookie[]): Promise<void> {
    for (const cookie of cookies)
      await this.#wire
        .use((client) => client.post('/cookie', { cookie }))
        .catch((error: unknown) => {
          if (!/domain/i.test(String(error))) throw error;
          throw new StepFailure(
            'error',
            `WebKitGTK takes cookies for the open page only. Open a page of ${cookie.domain ?? 'that host'} before this step.`,
          );
        });
  }
  storageState(): Promise<StorageState> {
    return readState(this.#visits);
  }
  setStorageState(state: StorageState): Promise<void> {
    return writeState(this.#visits, state);
  }
  get #visits() {
    return {
      wire: this.#wire,
      folders: this.#folders,
      openTab: () => this.#openOwnTab(),
      answer: this.#traffic && ((url: string) => this.#traffic!.answerEmpty(url)),
    };
  }
  async #openOwnTab(): Promise<WebDriverPage> {
    const window = await this.#newWindow();
    this.#own.add(window);
    const page = new WebDriverPage({
      wire: this.#wire,
      window,
      size: this.#options.viewport,
      takeFailure: () => this.#traffic?.takeFailure() ?? '',
    });
    page.once('close', () => this.#own.delete(window));
    return page;
  }
  get clock(): never {
    throw unsupported('give pages another time');
  }
  async grantPermissions(): Promise<never> {
    throw unsupported('be given a place');
  }

  async close(): Promise<void> {
    await this.#options.end();
    for (const { page } of [...this.#pages.values()]) page.markClosed();
  }
}

/** A context as the rest of the engine knows it, with a way to poll it. */
export type RefreshedContext = BrowserContext & Pick<WebDriverContext, 'refresh' | 'observe'>;

export function contextOver(options: WebDriverContextOptions): RefreshedContext {
  const context: unknown = new WebDriverContext(options);
  return speaking<RefreshedContext>(context as Partial<RefreshedContext>, 'context');
}
