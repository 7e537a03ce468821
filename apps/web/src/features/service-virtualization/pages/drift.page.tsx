import { useQuery } from '@tanstack/react-query';
import type { VirtualizationProject } from '@touchstone/contracts/service-virtualization';
import { GitCompareArrows } from 'lucide-react';
import { z } from 'zod';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { BlankLines } from '../../../ui/blank/blank.tsx';
import { EmptyState, Page, Problem } from '../../../ui/page.tsx';
import { driftChecksQuery } from '../api/drift.ts';
import { mockQuery } from '../api/mock.ts';
import { recordingsQuery } from '../api/recordings.ts';
import { suitesQuery } from '../api/suites.ts';
import { CheckList } from '../components/drift/check-list.tsx';
import { DriftForm } from '../components/drift/drift-form.tsx';
import { DriftResult } from '../components/drift/drift-result.tsx';
import { ProjectGate } from '../components/project/project-gate.tsx';
import classes from '../components/recording/recording.module.css';
import { suiteTree } from '../model/suite-tree.ts';
import { useCanWrite } from '../model/use-may.ts';

const searchSchema = z.object({ check: z.string().catch('').default('') });

/** DriftPage compares the assets of a mock with the real service. */
export function DriftPage() {
  return (
    <ProjectGate title="Drift check">{(project) => <Drift key={project.projectId} project={project} />}</ProjectGate>
  );
}

function Drift({ project }: { project: VirtualizationProject }) {
  const { projectId, projectName } = project;
  const [{ check: named }] = useSearchState(searchSchema);
  const checks = useQuery(driftChecksQuery(projectId));
  const recordings = useQuery(recordingsQuery(projectId));
  const mock = useQuery(mockQuery(projectId));
  const reads = [checks, recordings, mock];
  const failed = reads.find(({ error }) => error)?.error;
  const tree = suiteTree(useQuery(suitesQuery(projectId)).data ?? []);
  const canWrite = useCanWrite(project);
  const all = checks.data?.content;
  const [newest] = all ?? [];
  const chosen = all?.find(({ checkId }) => checkId === named) ?? newest;
  return (
    <Page title="Drift check" documentTitle={`Drift check · ${projectName}`} meta={projectName} kind="settings">
      {all && mock.data && recordings.data ? (
        <div className={classes.page} data-tour="drift">
          {canWrite ? (
            <DriftForm
              key={`form ${newest?.checkId}`}
              projectId={projectId}
              last={newest}
              known={recordings.data.content[0]?.targetUrl ?? mock.data.settings.proxyTo}
              tree={tree}
              isRunning={newest?.status === 'running'}
            />
          ) : null}
          {chosen ? (
            <DriftResult key={chosen.checkId} check={chosen} canWrite={canWrite} />
          ) : canWrite ? null : (
            <EmptyState icon={<GitCompareArrows size={20} />} title="No check yet">
              Members who may change this project compare its assets with the real service here.
            </EmptyState>
          )}
          {all.length > 0 ? <CheckList checks={all} chosen={chosen?.checkId} canWrite={canWrite} /> : null}
        </div>
      ) : failed ? (
        <Problem error={failed} onRetry={() => void Promise.all(reads.map(({ refetch }) => refetch()))} />
      ) : (
        <BlankLines count={10} line={28} />
      )}
    </Page>
  );
}
