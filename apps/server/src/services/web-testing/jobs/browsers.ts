import type { PlannedTarget } from '@touchstone/contracts/test-repository';
import type { BrowserPool, FoundBrowser, Session } from '@touchstone/engine-browser';
import type { Platform } from '../../../platform/platform.ts';
import type { Repository } from '../../test-repository/index.ts';
import { sessionOptions } from '../../workspaces/index.ts';
import { pinAddresses } from './pinned-addresses.ts';

/** A browser that does not listen is killed after this, so that a run ends soon after it is stopped. */
const closeTimeoutMs = 2000;

/** What the browser of a script is opened with. */
export interface BrowserWish {
  organizationId: string;
  projectId: string;
  target: PlannedTarget;
  signal: AbortSignal;
}

/** The engine is heavy, and processes that run no scripts do without it. */
const loadEngine = () => import('@touchstone/engine-browser');

/** createBrowsers opens browsers of this machine for scripts; a script waits for a free place. */
export function createBrowsers({
  platform,
  slots,
  readFile,
}: {
  platform: Platform;
  slots: number;
  readFile: Repository['readFile'];
}) {
  let pool: BrowserPool | undefined;
  let found: Promise<FoundBrowser[]> | undefined;
  return {
    /** Browsers of this machine; found once. */
    list(): Promise<FoundBrowser[]> {
      found ??= loadEngine().then(({ findBrowsers }) => findBrowsers());
      return found;
    },
    /** Throws with what to install where the machine has no such browser. */
    async open({ organizationId, projectId, target, signal }: BrowserWish): Promise<Session> {
      const engine = await loadEngine();
      pool ??= new engine.BrowserPool({ slots, closeTimeoutMs });
      const { addressPolicy } = sessionOptions(platform, { organizationId, projectId: undefined });
      const { name, value } = platform.engineMark;
      const options = {
        engine: target.browser,
        viewport: target.viewport,
        ...(target.device !== null && { device: target.device }),
        headers: { [name]: value },
        ...(addressPolicy && pinAddresses(addressPolicy)),
        openFile: (fileName: string) => readFile({ organizationId, projectId }, fileName),
        signal,
      };
      return engine.openSession(pool, options);
    },
    async close(): Promise<void> {
      await pool?.close();
      pool = undefined;
    },
  };
}
/** Browsers opens browsers of this machine for scripts. */
export type Browsers = ReturnType<typeof createBrowsers>;
