import type { BrowserName } from '@touchstone/contracts/test-repository';
import { BrowserPool, type FoundBrowser, findBrowsers, openSession, type Session } from '@touchstone/engine-browser';
import type { Platform } from '../../../platform/platform.ts';
import { sessionOptions } from '../../workspaces/index.ts';
import { pinAddresses } from './pinned-addresses.ts';

/** A browser that does not listen is killed after this, so that a run ends soon after it is stopped. */
const closeTimeoutMs = 2000;

/** What the browser of a script is opened with. */
export interface BrowserWish {
  organizationId: string;
  browser: BrowserName;
  viewport: { width: number; height: number };
  signal: AbortSignal;
}

/** createBrowsers opens browsers of this machine for scripts; a script waits for a free place. */
export function createBrowsers(platform: Platform, slots: number) {
  let pool: BrowserPool | undefined;
  let found: Promise<FoundBrowser[]> | undefined;
  return {
    /** Browsers of this machine; found once. */
    list(): Promise<FoundBrowser[]> {
      found ??= findBrowsers();
      return found;
    },
    /** Throws BrowserMissingError where the machine has no such browser. */
    open({ organizationId, browser, viewport, signal }: BrowserWish): Promise<Session> {
      pool ??= new BrowserPool({ slots, closeTimeoutMs });
      const { addressPolicy } = sessionOptions(platform, { organizationId, projectId: undefined });
      const { name, value } = platform.engineMark;
      return openSession(pool, {
        engine: browser,
        viewport,
        headers: { [name]: value },
        ...(addressPolicy && pinAddresses(addressPolicy)),
        signal,
      });
    },
    async close(): Promise<void> {
      await pool?.close();
      pool = undefined;
    },
  };
}
/** Browsers opens browsers of this machine for scripts. */
export type Browsers = ReturnType<typeof createBrowsers>;
