import { setTimeout as pause } from 'node:timers/promises';
import type { CallOutput } from '@touchstone/contracts';
import type { farmCalls } from '@touchstone/contracts/web-testing';
import type { Platform } from '../../../../platform/platform.ts';
import type { OpenRecording, Recordings } from './recordings.ts';

type Places = CallOutput<typeof farmCalls.getBrowserFarm>['recordingPlaces'];
/** A recording as sent between processes. */
type ReportedRecording = Omit<OpenRecording, 'openedAt'> & { openedAt: string };
/** A process's browsers that users opened. */
interface ProcessReport {
  recordings: ReportedRecording[];
  places: Places;
}

/** Processes that don't respond within this time are left out, in milliseconds. */
const timeoutMs = 2000;
const nothing: ProcessReport = { recordings: [], places: { total: 0, taken: 0, waiting: 0 } };

/** createAllRecordings lists the browsers that users opened, across all processes that serve calls. */
export function createAllRecordings({
  platform: { processes, processCalls, log },
  recordings,
  placesHere,
}: {
  platform: Pick<Platform, 'processes' | 'processCalls' | 'log'>;
  recordings: Pick<Recordings, 'list'>;
  placesHere: () => Places;
}) {
  const listOwn = ({ organizationId }: { organizationId: string }): ProcessReport => ({
    recordings: recordings
      .list(organizationId)
      .map(({ openedAt, ...rest }) => ({ ...rest, openedAt: openedAt.toISOString() })),
    places: placesHere(),
  });
  const callProcess = processCalls.define('web-testing.recordings', listOwn);
  const askOne = (process: string, organizationId: string): Promise<ProcessReport> => {
    const answer = callProcess(process, { organizationId }).catch((error: unknown) => {
      log.warn({ err: error, process }, 'a process does not tell which browsers are open in it');
      return nothing;
    });
    return Promise.race([answer, pause(timeoutMs, nothing, { ref: false })]);
  };
  return async (organizationId: string): Promise<ProcessReport> => {
    const others = await processes.others('api');
    const reports = [
      listOwn({ organizationId }),
      ...(await Promise.all(others.map((process) => askOne(process, organizationId)))),
    ];
    const sum = (key: keyof Places) => reports.reduce((total, { places }) => total + places[key], 0);
    return {
      recordings: reports.flatMap((one) => one.recordings).toSorted((a, b) => a.openedAt.localeCompare(b.openedAt)),
      places: { total: sum('total'), taken: sum('taken'), waiting: sum('waiting') },
    };
  };
}
/** AllRecordings lists the browsers opened by users of an organization, and the total of recording slots. */
export type AllRecordings = ReturnType<typeof createAllRecordings>;
