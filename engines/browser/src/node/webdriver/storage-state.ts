import { randomUUID } from 'node:crypto';
import { StepFailure } from '../failures.ts';
import type { KeptCookie, StorageState } from '../keywords/kept-session.ts';
import type { WebDriverClient } from './client.ts';
import type { WebDriverPage } from './page.ts';
import type { Wire } from './wire.ts';

/** A cookie in WebDriver's format (W3C WebDriver §14). */
interface WebDriverCookie extends Omit<KeptCookie, 'expires' | 'sameSite'> {
  expiry?: number;
  sameSite?: string;
}

const sameSites = { strict: 'Strict', lax: 'Lax', none: 'None' } as const;
const sameSiteOf = (text = ''): KeptCookie['sameSite'] =>
  sameSites[text.toLowerCase() as keyof typeof sameSites] ?? 'Lax';

const isWeb = (url: string): URL | undefined => {
  const address = URL.parse(url);
  return address && /^https?:$/.test(address.protocol) ? address : undefined;
};
const bare = (domain: string) => domain.replace(/^\./, '');
/** Whether a page of this host may have a cookie of that domain. */
const covers = (domain: string, host: string): boolean => bare(domain) === host || host.endsWith(`.${bare(domain)}`);

/**
 * Folders of pages that a session has seen: cookies and storage can be read only from pages of their own folder and
 * origin.
 */
export class Folders {
  readonly #folders = new Set<string>();

  see(url: string): void {
    const address = isWeb(url);
    if (address) this.#folders.add(address.origin + address.pathname.replace(/[^/]*$/, ''));
  }
  /** Adds the paths of the cookies that a response sets. */
  seeCookies(url: string, headers: readonly { name: string; value: string }[]): void {
    for (const { name, value } of headers) {
      if (name.toLowerCase() !== 'set-cookie') continue;
      const [, path] = /;\s*path=(\/[^;]*)/i.exec(value) ?? [];
      this.see(path === undefined ? url : new URL(`${path.trim().replace(/\/$/, '')}/`, url).href);
    }
  }
  /** Folders from which all cookies can be read; all others are above them. */
  get deepest(): string[] {
    const all = [...this.#folders];
    return all.filter((folder) => !all.some((other) => other !== folder && other.startsWith(folder)));
  }
  get origins(): string[] {
    return [...new Set([...this.#folders].map((folder) => new URL(folder).origin))];
  }
}

interface Parts {
  wire: Wire;
  folders: Folders;
  /** Opens a tab that is not reported. */
  openTab: () => Promise<WebDriverPage>;
  /**
   * Makes the proxy answer an address with an empty page until the returned function is called; absent without a proxy:
   * the server answers.
   */
  answer: ((url: string) => () => void) | undefined;
}

/** Visitor opens pages of origins one after the other, in its own tab, to read and write their data. */
class Visitor {
  readonly #parts: Parts;
  readonly #tab: WebDriverPage;
  constructor(parts: Parts, tab: WebDriverPage) {
    this.#parts = parts;
    this.#tab = tab;
  }

  /** Runs work in a page of a folder. */
  async in<Value>(folder: string, work: (page: WebDriverPage) => Promise<Value>): Promise<Value> {
    const url = `${folder}touchstone-${randomUUID()}`;
    const done = this.#parts.answer?.(url);
    try {
      await this.#tab.goto(url);
      const { origin } = new URL(folder);
      if (URL.parse(this.#tab.url())?.origin !== origin)
        throw new StepFailure(
          'error',
          `${origin} leads to another site at once, so this browser cannot reach what it stores.`,
        );
      return await work(this.#tab);
    } finally {
      done?.();
    }
  }

  /** Sends a command to the open page. */
  command<Value>(work: (client: WebDriverClient) => Promise<Value>): Promise<Value> {
    return this.#parts.wire.at({ window: this.#tab.window, frames: [] }, work);
  }
}

async function visiting<Value>(parts: Parts, work: (visitor: Visitor) => Promise<Value>): Promise<Value> {
  const tab = await parts.openTab();
  try {
    return await work(new Visitor(parts, tab));
  } finally {
    await tab.close();
  }
}

const readStorage = `() => Object.entries(localStorage).map(([name, value]) => ({ name, value }))`;
const writeStorage = `(entries) => {
  localStorage.clear();
  for (const { name, value } of entries) localStorage.setItem(name, value);
}`;

/** readState collects the cookies and local storage of everything that the session has seen. */
export function readState(parts: Parts): Promise<StorageState> {
  const cookies = new Map<string, KeptCookie>();
  const origins = new Map<string, StorageState['origins'][number]>();
  return visiting(parts, async (visitor) => {
    for (const folder of parts.folders.deepest)
      await visitor.in(folder, async (page) => {
        const { origin } = new URL(folder);
        const localStorage = await page.evaluate<StorageState['origins'][number]['localStorage']>(readStorage);
        if (localStorage.length > 0) origins.set(origin, { origin, localStorage });
        for (const one of await visitor.command((client) => client.get<WebDriverCookie[]>('/cookie'))) {
          const { name, value, domain, path, httpOnly, secure, expiry = -1, sameSite } = one;
          const cookie = {
            name,
            value,
            domain,
            path,
            expires: expiry,
            httpOnly,
            secure,
            sameSite: sameSiteOf(sameSite),
          };
          cookies.set(JSON.stringify([domain, path, name]), cookie);
        }
      });
    return { cookies: [...cookies.values()], origins: [...origins.values()] };
  });
}

/** The folder of a page that may have this cookie, preferably on a known origin. */
function folderFor({ domain, path, secure }: KeptCookie, origins: readonly string[]): string {
  const known = origins.find(
    (origin) => covers(domain, new URL(origin).hostname) && (!secure || origin.startsWith('https:')),
  );
  const origin = known ?? `${secure ? 'https' : 'http'}://${bare(domain)}`;
  return `${origin}${path.endsWith('/') ? path : `${path}/`}`;
}

/** writeState replaces a session's cookies and local storage. */
export function writeState(parts: Parts, { cookies, origins }: StorageState): Promise<void> {
  return visiting(parts, async (visitor) => {
    const known = [...new Set([...origins.map(({ origin }) => origin), ...parts.folders.origins])];
    const entries = new Map(origins.map(({ origin, localStorage }) => [origin, localStorage]));
    for (const folder of [...parts.folders.deepest])
      await visitor.in(folder, () => visitor.command((client) => client.delete('/cookie')));
    for (const origin of known)
      await visitor.in(`${origin}/`, (page) => page.evaluate(writeStorage, entries.get(origin) ?? []));
    for (const [folder, own] of Map.groupBy(cookies, (cookie) => folderFor(cookie, known)))
      await visitor.in(folder, async () => {
        for (const { expires, domain, ...rest } of own) {
          // Without a domain, it applies only to the page's host.
          const cookie = {
            ...rest,
            domain: domain.startsWith('.') ? domain : undefined,
            expiry: expires < 0 ? undefined : Math.floor(expires),
          };
          await visitor.command((client) => client.post('/cookie', { cookie }));
        }
      });
  });
}
