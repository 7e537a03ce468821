import type { Project } from '@touchstone/contracts/workspaces';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { toast } from '../../../shared/toasts.ts';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { Page } from '../../../ui/page.tsx';
import { ProjectGate } from '../../api-testing/index.ts';
import { usePerformanceMutations } from '../api/performance.mutations.ts';
import { RunForm } from '../components/run-form.tsx';
import { RunLoader } from '../components/run-loader.tsx';
import { type RunDraft, runOf } from '../model/run-draft.ts';
import { performancePaths } from '../paths.ts';

const searchSchema = z.object({ run: z.string().catch('').default('') });

/** PerformancePage sets up a performance run and, once it is started, watches it. */
export function PerformancePage() {
  const [{ run }] = useSearchState(searchSchema);
  if (run) return <RunLoader key={run} runId={run} />;
  return (
    <ProjectGate title="Performance">{(project) => <NewRun key={project.projectId} project={project} />}</ProjectGate>
  );
}

function NewRun({ project }: { project: Project }) {
  const navigate = useNavigate();
  const { start } = usePerformanceMutations();
  const [refusal, setRefusal] = useState<unknown>(null);
  const begin = async (draft: RunDraft) => {
    setRefusal(null);
    try {
      const { runId } = await start.mutateAsync(runOf(draft, project.projectId));
      toast('info', 'Run initiated');
      await navigate(performancePaths.area(project.projectId, runId));
    } catch (error) {
      setRefusal(error);
    }
  };
  return (
    <Page title="Performance" documentTitle={`Performance · ${project.projectName}`} meta={project.projectName}>
      <RunForm
        project={project}
        isStarting={start.isPending}
        refusal={refusal}
        onStart={(draft) => void begin(draft)}
      />
    </Page>
  );
}
