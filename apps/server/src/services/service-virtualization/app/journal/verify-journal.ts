import { verifyCount, verifyOrder } from '@touchstone/engine-mock';
import { AppError } from '@touchstone/kernel';
import type { Actor } from '../../../workspaces/index.ts';
import { virtualizationErrors } from '../../errors.ts';
import type { HostedMock, MockHost } from '../hosting/mock-host.ts';
import type { Open } from '../open.ts';

type Pattern = Record<string, unknown>;
type Expected =
  | { pattern: Pattern; exactly?: number | undefined; atLeast?: number | undefined; atMost?: number | undefined }
  | { order: Pattern[] };

/** createVerifyJournal says whether calls came as often, or in the order, as expected; it looks at the calls that are in memory. */
export function createVerifyJournal({ open, host }: { open: Open; host: MockHost }) {
  const compiled = ({ mock }: HostedMock, pattern: Pattern) => {
    const { matcher, problems } = mock.engine.compile(pattern);
    if (problems.length > 0) throw new AppError(virtualizationErrors.invalidPattern, { details: problems });
    return matcher;
  };
  return async function verifyJournal(caller: Actor, projectId: string, expected: Expected) {
    await open.project(caller, projectId, 'view');
    const hosted = await host.open(projectId);
    const { journal } = hosted.mock.engine;
    if ('order' in expected)
      return verifyOrder(
        journal,
        expected.order.map((pattern) => compiled(hosted, pattern)),
      );
    const { pattern, ...counts } = expected;
    const given = Object.fromEntries(Object.entries(counts).filter(([, value]) => value !== undefined));
    return verifyCount(journal, compiled(hosted, pattern), given);
  };
}
/** VerifyJournal says whether calls came as expected. */
export type VerifyJournal = ReturnType<typeof createVerifyJournal>;
