import type { Page } from '@touchstone/contracts';
import { runTitle } from '@touchstone/contracts/runs';
import type {
  JournalSummary,
  MockExchange,
  MockJournalEntry,
  MockNearMiss,
  UnmatchedGroup,
} from '@touchstone/contracts/service-virtualization';
import { differencesOf, type NearMiss, RequestView } from '@touchstone/engine-mock';
import { AppError } from '@touchstone/kernel';
import type { OpenTopic } from '../../../../platform/http/topics.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Runs } from '../../../runs/index.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { isFault } from '../../domain/fault-stub.ts';
import { requestOfRow } from '../../domain/request-of-row.ts';
import { virtualizationErrors } from '../../errors.ts';
import { type JournalFilter, type JournalListRow, type JournalRow, journalStore } from '../../store/journal.store.ts';
import { journalChannel } from '../hosting/journal-keeper.ts';
import type { HostedMock, MockHost } from '../hosting/mock-host.ts';
import type { Open } from '../open.ts';

interface Needs {
  platform: Platform;
  runs: Runs;
  open: Open;
  host: MockHost;
}
const maxAtOnce = 200;
const shownNear = 5;

/** createJournal lists the calls that arrived at a mock, and streams new ones. */
export function createJournal({ platform, runs, open, host }: Needs) {
  const { database, notifier } = platform;

  const explainThere = host.operations.define('journal.explain', explain);
  const clearThere = host.operations.define('journal.clear', async ({ mock, journal }) => {
    mock.engine.journal.clear();
    await journal.clear();
  });

  const openEntry = async (caller: Actor, entryId: string, need: 'view' | 'edit'): Promise<JournalRow> => {
    const row = await journalStore.find(database.sql, caller.organizationId, entryId);
    if (!row) throw new AppError(virtualizationErrors.entryNotFound);
    await open.project(caller, row.projectId, need);
    return row;
  };

  /** The run and step that a call refers to, if the caller may see them. */
  const causeOf = async (caller: Actor, { runId, stepId }: JournalRow): Promise<MockJournalEntry['causedBy']> => {
    if (runId === null || stepId === null) return null;
    try {
      const run = await runs.open(caller, runId);
      const step = await runs.getStep(runId, stepId);
      const link = runs.linkOfStep(run, stepId);
      return link === undefined ? null : { runTitle: runTitle(run), stepTitle: runs.present(run, step).title, link };
    } catch (error) {
      if (error instanceof AppError) return null;
      throw error;
    }
  };

  return {
    openEntry,
    async list(
      caller: Actor,
      projectId: string,
      filter: JournalFilter,
      page: { page: number; size: number },
    ): Promise<Page<JournalSummary>> {
      await open.project(caller, projectId, 'view');
      await host.flush(projectId);
      const { rows, totalElements } = await journalStore.list(database.sql, projectId, filter, page);
      return { ...page, totalElements, content: rows.map(toSummary) };
    },
    /** A call with its asset's expectations and its near misses, according to the current stubs. */
    async view(caller: Actor, entryId: string): Promise<MockJournalEntry> {
      const row = await openEntry(caller, entryId, 'view');
      const { detail, ...summary } = row;
      const explained = { detail, assetId: row.assetId, by: row.by };
      const causedBy = await causeOf(caller, row);
      return { ...toSummary(summary), causedBy, ...detail, ...(await explainThere(row.projectId, explained)) };
    },
    async clear(caller: Actor, projectId: string): Promise<void> {
      await open.project(caller, projectId, 'edit');
      await clearThere(projectId, null);
      await journalStore.clear(database.sql, projectId);
    },
    async unmatched(
      caller: Actor,
      projectId: string,
      page: { page: number; size: number },
    ): Promise<Page<UnmatchedGroup>> {
      await open.project(caller, projectId, 'view');
      await host.flush(projectId);
      const { groups, totalElements } = await journalStore.listUnmatched(database.sql, projectId, page);
      const content = groups.map(({ lastAt, ...group }) => ({ ...group, lastAt: lastAt.toISOString() }));
      return { ...page, totalElements, content };
    },
    /** The topic `mock:<project>`: each new call. */
    openTopic: (async (caller, projectId) => {
      await open.project(caller, projectId, 'view');
      return async function* (_after: number, signal: AbortSignal) {
        let wake: () => void = () => undefined;
        let isNew = false;
        const undo = await notifier.listen(journalChannel, (told) => {
          if (told !== projectId) return;
          isNew = true;
          wake();
        });
        const onAbort = () => wake();
        signal.addEventListener('abort', onAbort, { once: true });
        try {
          let last = await journalStore.newestId(database.sql, projectId);
          while (!signal.aborted) {
            isNew = false;
            const rows = await journalStore.after(database.sql, projectId, last, maxAtOnce);
            for (const row of rows) yield { event: 'call', data: toSummary(row) };
            last = rows.at(-1)?.id ?? last;
            if (rows.length === maxAtOnce) continue;
            if (!isNew && !signal.aborted)
              await new Promise<void>((resolve) => {
                wake = resolve;
              });
          }
        } finally {
          undo();
          signal.removeEventListener('abort', onAbort);
        }
      };
    }) satisfies OpenTopic as OpenTopic,
  };
}
/** ShowJournal lists the calls that arrived at a mock. */
export type ShowJournal = ReturnType<typeof createJournal>;

/** explain explains why a call was answered by its asset, or what nearly matched. */
export function explain(
  { mock }: HostedMock,
  row: Pick<JournalRow, 'detail' | 'assetId' | 'by'>,
): Pick<MockExchange, 'why' | 'nearMisses'> {
  const view = new RequestView(requestOfRow(row.detail));
  const compiled = row.assetId === null ? undefined : mock.engine.index.get(row.assetId);
  return {
    why: compiled ? differencesOf(compiled.matcher, view).map(toDifference) : [],
    nearMisses: row.by === 'none' ? nearAssets(mock.engine, view) : [],
  };
}

/** Nearly matching assets; excludes faults. */
const nearAssets = (engine: HostedMock['mock']['engine'], view: RequestView): MockNearMiss[] =>
  engine
    .nearMisses(view, shownNear * 2)
    .filter(({ stub }) => !isFault(stub))
    .slice(0, shownNear)
    .map(toNearMiss);

export const toNearMiss = ({ stub, distance, differences, scenario }: NearMiss): MockNearMiss => ({
  assetId: stub.id,
  assetName: stub.name ?? stub.id,
  distance,
  differences: differences.map(toDifference),
  scenario: scenario ?? null,
});

export const toDifference = ({ part, name, operator, expected, actual, isMatch }: NearMiss['differences'][number]) => ({
  part,
  name,
  operator,
  expected,
  actual: actual ?? null,
  isMatch,
});

const toSummary = (row: JournalListRow): JournalSummary => ({
  entryId: row.id,
  at: row.at.toISOString(),
  method: row.method,
  url: row.url,
  status: row.status,
  by: row.by,
  assetId: row.assetId,
  assetName: row.assetName,
  hasNearMiss: row.hasNearMiss,
  violationCount: row.violationCount,
  hasProblem: row.hasProblem,
  delayMs: row.delayMs,
  clientIp: row.clientIp,
  cause: row.runId === null || row.stepId === null ? null : { runId: row.runId, stepId: row.stepId },
});
