import { useQuery } from '@tanstack/react-query';
import type { MockRecording, VirtualizationProject } from '@touchstone/contracts/service-virtualization';
import { Disc } from 'lucide-react';
import { z } from 'zod';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { BlankLines } from '../../../ui/blank/blank.tsx';
import { EmptyState, Page, Problem } from '../../../ui/page.tsx';
import { useLiveJournal } from '../api/live-journal.ts';
import { mockQuery } from '../api/mock.ts';
import { firstPreview, previewQuery, recordingsQuery } from '../api/recordings.ts';
import { suitesQuery } from '../api/suites.ts';
import { ProjectGate } from '../components/project/project-gate.tsx';
import { ActiveRecording } from '../components/recording/active-recording.tsx';
import { Proposals } from '../components/recording/proposals.tsx';
import classes from '../components/recording/recording.module.css';
import { RecordingList } from '../components/recording/recording-list.tsx';
import { StartForm } from '../components/recording/start-form.tsx';
import { suiteTree } from '../model/suite-tree.ts';
import { useCanWrite } from '../model/use-may.ts';

const searchSchema = z.object({ recording: z.string().catch('').default('') });

/** RecordingPage records a service through the mock, and creates assets from its responses. */
export function RecordingPage() {
  return (
    <ProjectGate title="Record">{(project) => <Recording key={project.projectId} project={project} />}</ProjectGate>
  );
}

function Recording({ project }: { project: VirtualizationProject }) {
  const { projectId, projectName, address } = project;
  const [{ recording: named }] = useSearchState(searchSchema);
  const recordings = useQuery(recordingsQuery(projectId));
  const mock = useQuery(mockQuery(projectId));
  const reads = [recordings, mock];
  const canWrite = useCanWrite(project);
  const failed = reads.find(({ error }) => error)?.error;
  const all = recordings.data?.content;
  const active = all?.find(({ status }) => status !== 'stopped');
  const stopped = all?.filter(({ status }) => status === 'stopped') ?? [];
  // Without an id in the address, the last one is shown until it is saved.
  const [newest] = stopped;
  const chosen =
    stopped.find(({ recordingId }) => recordingId === named) ?? (newest?.savedAt === null ? newest : undefined);
  // Everything below the proposals has its position once they have loaded.
  const { isLoading } = useQuery({
    ...previewQuery(chosen?.recordingId ?? '', firstPreview.choices, firstPreview.place),
    enabled: chosen !== undefined && !active,
  });
  useLiveJournal(projectId, active !== undefined);
  return (
    <Page title="Record" documentTitle={`Record · ${projectName}`} meta={projectName} kind="settings">
      {all && mock.data && !isLoading ? (
        <div className={classes.page}>
          <div data-tour="record" className={classes.page}>
            {active ? (
              <ActiveRecording
                key={active.recordingId}
                recording={active}
                address={mock.data.addresses[0]?.url ?? address}
                canWrite={canWrite}
              />
            ) : (
              <Idle project={project} newest={newest} chosen={chosen} proxyTo={mock.data.settings.proxyTo} />
            )}
          </div>
          {stopped.length > 0 ? (
            <RecordingList recordings={stopped} chosen={active ? undefined : chosen?.recordingId} canWrite={canWrite} />
          ) : null}
        </div>
      ) : failed ? (
        <Problem error={failed} onRetry={() => void Promise.all(reads.map(({ refetch }) => refetch()))} />
      ) : (
        <BlankLines count={10} line={28} />
      )}
    </Page>
  );
}

interface IdleProps {
  project: VirtualizationProject;
  newest: MockRecording | undefined;
  chosen: MockRecording | undefined;
  proxyTo: string | null;
}

/** While nothing is being recorded: explains what a recording creates, and how to start one. */
function Idle({ project, newest, chosen, proxyTo }: IdleProps) {
  const { projectId } = project;
  const tree = suiteTree(useQuery(suitesQuery(projectId)).data ?? []);
  const canWrite = useCanWrite(project);
  return (
    <>
      {chosen ? <Proposals key={chosen.recordingId} recording={chosen} tree={tree} canWrite={canWrite} /> : null}
      {canWrite ? (
        <StartForm key={`start ${newest?.recordingId}`} projectId={projectId} last={newest} proxyTo={proxyTo} />
      ) : chosen ? null : (
        <EmptyState icon={<Disc size={20} />} title="No recording">
          Members who may change this project record services here.
        </EmptyState>
      )}
    </>
  );
}
