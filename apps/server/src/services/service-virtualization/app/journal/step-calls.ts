import type { StepTrace } from '@touchstone/contracts/runs';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import type { FindStepTraces, RunViewer, TracedStep } from '../../../runs/index.ts';
import type { FindMockTarget, MockTarget } from '../../domain/mock-targets.ts';
import { type JournalListRow, journalStore } from '../../store/journal.store.ts';
import { type MockRow, mocksStore } from '../../store/mocks.store.ts';
import type { MockHost } from '../hosting/mock-host.ts';
import type { Open } from '../open.ts';

interface Needs {
  platform: Platform;
  open: Open;
  host: MockHost;
  targetOf: FindMockTarget;
}
const title = 'Mock calls';
const maxShown = 20;
const countOf = (count: number): string => `${count} ${count === 1 ? 'call' : 'calls'}`;

/** createStepCalls finds the mock calls that a step of a run caused; explains if the journal no longer has them. */
export function createStepCalls({ platform, open, host, targetOf }: Needs): FindStepTraces {
  const { sql } = platform.database;

  /** The name of a project; undefined if the caller may not see it. */
  const nameOf = async (caller: RunViewer, projectId: string): Promise<string | undefined> => {
    try {
      return (await open.project(caller, projectId, 'view')).project.name;
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  };

  const shown = async (caller: RunViewer, step: TracedStep, projectId: string, count: number): Promise<StepTrace> => {
    const place = await nameOf(caller, projectId);
    if (place === undefined)
      return {
        ...nothing,
        total: count,
        note: `${countOf(count)} to a mock of a project that you have no access to.`,
      };
    const { runId, stepId } = step;
    const { rows } = await journalStore.list(sql, projectId, { runId, stepId }, { page: 0, size: maxShown });
    const link = `${journalOf(projectId)}&run=${runId}&step=${stepId}`;
    return {
      title,
      place,
      lines: rows.map((row) => ({
        entryId: row.id,
        badge: row.method,
        title: row.url,
        note: noteOf(row),
        isProblem: row.by === 'none' || row.hasProblem || row.violationCount > 0,
        link: `${link}&entry=${row.id}`,
      })),
      total: count,
      link,
      note: null,
    };
  };

  /** Why the journal has no calls of a step that called a mock. */
  const missing = async (caller: RunViewer, target: MockTarget, mock: MockRow | undefined): Promise<StepTrace> => {
    if (mock?.organizationId !== caller.organizationId)
      return {
        ...nothing,
        note: `No mock answers at ${'port' in target ? `port ${target.port}` : `/mock/${target.pathKey}`} any more. It was deleted or got another address.`,
      };
    const place = await nameOf(caller, mock.id);
    if (place === undefined) return { ...nothing, note: 'The mock belongs to a project that you have no access to.' };
    const kept = mock.settings.journalLimit;
    const why =
      kept === 0
        ? 'The journal of this mock is switched off, so its calls were not kept.'
        : `The journal no longer has the calls of this step. It keeps the newest ${kept ?? 1000} calls, and can be cleared.`;
    return { ...nothing, place, link: journalOf(mock.id), note: why };
  };

  const mockAt = (target: MockTarget): Promise<MockRow | undefined> =>
    'port' in target ? mocksStore.findByPort(sql, target.port) : mocksStore.findByKey(sql, target.pathKey);

  return async function findStepCalls(caller, step) {
    const { organizationId } = caller;
    const { address } = step;
    const target = address !== undefined && URL.canParse(address) ? targetOf(new URL(address)) : undefined;
    const mock = target && (await mockAt(target));
    if (mock?.organizationId === organizationId) await host.flush(mock.id);
    const found = await journalStore.countOfStep(sql, { ...step, organizationId });
    if (found.length === 0) return target === undefined ? [] : [await missing(caller, target, mock)];
    return Promise.all(found.map(({ projectId, count }) => shown(caller, step, projectId, count)));
  };
}

const nothing: StepTrace = { title, place: null, lines: [], total: 0, link: null, note: null };
const journalOf = (projectId: string): string => `/service-virtualization/journal?project=${projectId}`;

function noteOf({ by, assetName, status, hasNearMiss }: JournalListRow): string {
  const answered = status === 0 ? 'fault' : String(status);
  if (by !== 'none') return `${assetName ?? words[by]} · ${answered}`;
  return `Unmatched${hasNearMiss ? ', near miss' : ''} · ${answered}`;
}

const words: Record<Exclude<JournalListRow['by'], 'none'>, string> = {
  stub: 'Asset',
  resource: 'Records',
  cors: 'CORS',
  upstream: 'Upstream',
  validation: 'Validation',
};
