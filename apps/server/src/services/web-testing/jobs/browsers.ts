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

/** An unresponsive browser is killed after this time, so that a run ends soon after it is stopped. */
const closeTimeoutMs = 2000;

/** What a script's browser is opened with. */
export interface BrowserRequest {
  organizationId: string;
  projectId: string;
  target: PlannedTarget;
  /** Pictures that steps compare with; absent if no script is run. */
  baselines?: Baselines;
  /** Where steps save a browser's signed-in state. */
  keptSessions: KeptSessions;
  /** What steps do if their element isn't found, and whether they learn elements; absent: neither. */
  healing?: { continues: boolean };
  signal: AbortSignal;
}

/** Browser places of this process. */
type Places = NonNullable<FarmRunner['places']>;

/** The engine is large, and processes that run no scripts don't need it. */
const loadEngine = () => import('@touchstone/engine-browser');

/** createBrowsers opens browsers for scripts; a script waits for a free place. */
export function createBrowsers({
  platform,
  slots,
  recordingSlots,
  remoteUrl,
  readFile,
  askDatabase,
}: {
  platform: Platform;
  /** Places for runs. */
  slots: number;
  /** Places for users who record steps. */
  recordingSlots: number;
  /** The address of browsers on other machines. */
  remoteUrl: string | undefined;
  readFile: Repository['readFile'];
  askDatabase: ReturnType<typeof createAskDatabase>;
}) {
  const pools = new Map<'runs' | 'recordings', BrowserPool>();
  const opened = async (use: 'runs' | 'recordings', request: BrowserRequest): Promise<Session> => {
    const { organizationId, projectId, target, baselines, keptSessions, healing, signal } = request;
    const engine = await loadEngine();
    const places = use === 'runs' ? slots : recordingSlots;
    // Users need live pictures, which a Selenium Grid doesn't provide.
    const isElsewhere = use === 'runs' || /^wss?:/.test(remoteUrl ?? '');
    const options = { slots: places, closeTimeoutMs, remoteUrl: isElsewhere ? remoteUrl : undefined };
    const pool = pools.get(use) ?? new engine.BrowserPool(options);
    pools.set(use, pool);
    // A user doesn't wait until another browser is closed.
    if (use === 'recordings' && pool.figures.taken >= recordingSlots)
      throw new AppError(webTestingErrors.noFreeBrowser, { params: { most: recordingSlots } });
    const { addressPolicy } = sessionOptions(platform, { organizationId, projectId: undefined });
    const { name, value } = platform.engineMark;
    const sessionSettings = {
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
    return engine.openSession(pool, sessionSettings);
  };
  const taken = (use: 'runs' | 'recordings'): Omit<Places, 'total'> => {
    const { taken: now = 0, waiting = 0 } = pools.get(use)?.figures ?? {};
    return { taken: now, waiting };
  };
  let found: Promise<FoundBrowser[]> | undefined;
  const findBrowsers = async (): Promise<FoundBrowser[]> => {
    // A runner calls this when it starts; its first script may come much later.
    if (remoteUrl === undefined) return (await import('@touchstone/engine-browser/found')).findBrowsers();
    return (await loadEngine()).findRemoteBrowsers(remoteUrl);
  };
  return {
    /** Browsers of this machine, or of the configured remote machines; detected once. */
    list(): Promise<FoundBrowser[]> {
      found ??= findBrowsers().catch((error: unknown) => {
        // A server that doesn't respond is asked again next time.
        found = undefined;
        platform.log.warn({ err: error }, 'the server of browsers has not said what it has');
        return [];
      });
      return found;
    },
    /** The machine's browsers, as runners report them. */
    async describe(): Promise<{ name: BrowserName; version: string | null }[]> {
      return (await this.list()).map(({ engine, version }) => ({ name: engine, version: version || null }));
    },
    /** Places for scripts, as runners report them. */
    runPlaces: (): Places => ({ total: slots, ...taken('runs') }),
    /** Places for users. */
    recordingPlaces: (): Places => ({ total: recordingSlots, ...taken('recordings') }),
    /** Opens a browser for a script. Throws instructions for installing it if the machine doesn't have it. */
    open: (request: BrowserRequest) => opened('runs', request),
    /** Opens a browser for a user. Also throws if all places are taken. */
    async openForRecording(request: BrowserRequest): Promise<Session> {
      try {
        return await opened('recordings', request);
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
/** Browsers opens browsers for scripts and users. */
export type Browsers = ReturnType<typeof createBrowsers>;
