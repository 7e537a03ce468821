import { AsyncLocalStorage } from 'node:async_hooks';
import type { BrowserName, Viewport } from '@touchstone/contracts/test-repository';
import type { Repository } from '../../test-repository/index.ts';
import type { Actor } from '../../workspaces/index.ts';
import { Recordings } from './live/recordings.ts';

type Parts = ConstructorParameters<typeof Recordings>[0];
type Script = Awaited<ReturnType<Repository['open']['script']>>;

/** What a person opens a browser for: a script whose steps are recorded, or a project whose elements they look at. */
export interface BrowserForPerson {
  scriptUUID?: string | undefined;
  projectUUID?: string | undefined;
  environmentId?: string | undefined;
  browser: BrowserName;
  viewport: Viewport;
}

/** A browser of this process that a person opened. */
export interface OpenRecording {
  liveId: string;
  organizationId: string;
  projectId: string;
  /** null: opened for the project. */
  scriptId: string | null;
  browser: BrowserName;
  openedByName: string;
  openedAt: Date;
}

/** createOpenRecordings opens browsers for people, and knows those of this process that are open. */
export function createOpenRecordings({ openBrowser, ...parts }: Parts) {
  const { platform, repository } = parts;
  const open = new Map<string, OpenRecording>();
  const opening = new AsyncLocalStorage<{ projectId?: string; signal?: AbortSignal }>();
  const recordings = new Recordings({
    ...parts,
    repository: { ...repository, open: { ...repository.open, script: scriptOrProject(repository.open) } },
    openBrowser(wish) {
      Object.assign(opening.getStore() ?? {}, wish);
      return openBrowser(wish);
    },
  });
  return {
    recordings,
    async open(
      caller: Actor,
      { scriptUUID, projectUUID = '', environmentId, browser, viewport }: BrowserForPerson,
    ): Promise<string> {
      const seen: { projectId?: string; signal?: AbortSignal } = {};
      const wish = { scriptUUID: scriptUUID ?? projectUUID, environmentId, browser, viewport };
      const liveId = await opening.run(seen, () => recordings.open(caller, wish));
      const { projectId = '', signal } = seen;
      if (signal?.aborted) return liveId;
      signal?.addEventListener('abort', () => open.delete(liveId), { once: true });
      open.set(liveId, {
        liveId,
        organizationId: caller.organizationId,
        projectId,
        scriptId: scriptUUID ?? null,
        browser,
        openedByName: caller.name,
        openedAt: platform.clock.now(),
      });
      return liveId;
    },
    /** Those of an organization, the oldest first. */
    list: (organizationId: string): OpenRecording[] =>
      [...open.values()].filter((one) => one.organizationId === organizationId),
  };
}
/** OpenRecordings opens browsers for people, and knows those that are open. */
export type OpenRecordings = ReturnType<typeof createOpenRecordings>;

/** A recording asks for its script to learn its project, and for nothing else where no steps are tried: the id of a project answers with itself. */
const scriptOrProject =
  (open: Repository['open']): Repository['open']['script'] =>
  async (caller, id, need) => {
    try {
      return await open.script(caller, id, need);
    } catch (error) {
      await open.project(caller, id, need).catch(() => {
        throw error;
      });
      return { projectId: id } as Script;
    }
  };
