import type { BrowserName, PlannedTarget } from '@touchstone/contracts/test-repository';
import type { FarmRunner } from '@touchstone/contracts/web-testing';
import type { Baselines, BrowserPool, FoundBrowser, KeptSessions, Session } from '@touchstone/engine-browser';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import type { Repository } from '../../test-repository/index.ts';
import { sessionOptions } from '../../workspaces/index.ts';
import { webTestingErrors } from '../errors.ts';
import type { createAskDatabase } from './ask-database.ts';
import { pinAddresses } from './pinned-addresses.ts';

/** A browser that does not listen is killed after this, so that a run ends soon after it is stopped. */
const closeTimeoutMs = 2000;

/** What the browser of a script is opened with. */
export interface BrowserWish {
  organizationId: string;
  projectId: string;
  target: PlannedTarget;
  /** Pictures that steps compare with; absent where no script is run. */
  baselines?: Baselines;
  /** Where steps save what the browser is signed in with. */
  keptSessions: KeptSessions;
  /** What steps do whose element is not found, and whether they learn of elements; absent: nothing. */
  healing?: { goesOn: boolean };
  signal: AbortSignal;
}

/** Places in browsers of this process. */
type Places = NonNullable<FarmRunner['places']>;

/** The engine is heavy, and processes that run no scripts do without it. */
const loadEngine = () => import('@touchstone/engine-browser');

/** createBrowsers opens browsers of this machine for scripts; a script waits for a free place. */
export function createBrowsers({
  platform,
  slots,
  recordingSlots,
  remoteUrl,
  readFile,
  askDatabase,
}: {
  platform: Platform;
  /** Of runs. */
  slots: number;
  /** Of people who record steps. */
  recordingSlots: number;
  /** Of browsers of other machines. */
  remoteUrl: string | undefined;
  readFile: Repository['readFile'];
  askDatabase: ReturnType<typeof createAskDatabase>;
}) {
  const pools = new Map<'runs' | 'recordings', BrowserPool>();
  const opened = async (use: 'runs' | 'recordings', wish: BrowserWish): Promise<Session> => {
    const { organizationId, projectId, target, baselines, keptSessions, healing, signal } = wish;
    const engine = await loadEngine();
    const places = use === 'runs' ? slots : recordingSlots;
    // People need pictures as they come, which a Selenium Grid doesn't give.
    const isElsewhere = use === 'runs' || /^wss?:/.test(remoteUrl ?? '');
    const options = { slots: places, closeTimeoutMs, remoteUrl: isElsewhere ? remoteUrl : undefined };
    const pool = pools.get(use) ?? new engine.BrowserPool(options);
    pools.set(use, pool);
    // A person does not wait until another one has ended.
    if (use === 'recordings' && pool.figures.taken >= recordingSlots)
      throw new AppError(webTestingErrors.noFreeBrowser, { params: { most: recordingSlots } });
    const { addressPolicy } = sessionOptions(platform, { organizationId, projectId: undefined });
    const { name, value } = platform.engineMark;
    const wished = {
      engine: target.browser,
      viewport: target.viewport,
      ...(target.device !== null && { device: target.device }),
      headers: { [name]: value },
      ...(addressPolicy && pinAddresses(addressPolicy)),
      openFile: (fileName: string) => readFile({ organizationId, projectId }, fileName),
      askDatabase: askDatabase({ organizationId, projectId }),
      ...(baselines && { baselines }),
      keptSessions,
      ...(healing && { healing }),
      signal,
    };
    return engine.openSession(pool, wished);
  };
  const taken = (use: 'runs' | 'recordings'): Omit<Places, 'total'> => {
    const { taken: now = 0, waiting = 0 } = pools.get(use)?.figures ?? {};
    return { taken: now, waiting };
  };
  let found: Promise<FoundBrowser[]> | undefined;
  const look = async (): Promise<FoundBrowser[]> => {
    // A runner asks when it starts, and its first script may be far away.
    if (remoteUrl === undefined) return (await import('@touchstone/engine-browser/found')).findBrowsers();
    return (await loadEngine()).findRemoteBrowsers(remoteUrl);
  };
  return {
    /** Browsers of this machine, or of the other machines that are named; found once. */
    list(): Promise<FoundBrowser[]> {
      found ??= look().catch((error: unknown) => {
        // A server that does not answer now is asked again.
        found = undefined;
        platform.log.warn({ err: error }, 'the server of browsers has not said what it has');
        return [];
      });
      return found;
    },
    /** What the machine has, as runners tell of it. */
    async describe(): Promise<{ name: BrowserName; version: string | null }[]> {
      return (await this.list()).map(({ engine, version }) => ({ name: engine, version: version || null }));
    },
    /** Places for scripts, as runners tell of them. */
    runPlaces: (): Places => ({ total: slots, ...taken('runs') }),
    /** Places for people. */
    recordingPlaces: (): Places => ({ total: recordingSlots, ...taken('recordings') }),
    /** For a script. Throws with what to install where the machine has no such browser. */
    open: (wish: BrowserWish) => opened('runs', wish),
    /** For a person. Throws too where all places are taken. */
    async openForRecording(wish: BrowserWish): Promise<Session> {
      try {
        return await opened('recordings', wish);
      } catch (error) {
        if (error instanceof Error && error.name === 'BrowserMissingError')
          throw new AppError(webTestingErrors.noBrowser, { params: { reason: error.message } });
        throw error;
      }
    },
    async close(): Promise<void> {
      await Promise.all([...pools.values()].map((pool) => pool.close()));
      pools.clear();
    },
  };
}
/** Browsers opens browsers of this machine for scripts. */
export type Browsers = ReturnType<typeof createBrowsers>;
