import type { Project } from '@touchstone/contracts/workspaces';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { toast } from '../../../shared/toasts.ts';
import { EmptyState, Page } from '../../../ui/page.tsx';
import { ProjectGate, useCanWrite } from '../../api-testing/index.ts';
import { type Proposal, useGenerate } from '../api/generate.mutations.ts';
import { LinkReview } from '../components/generate/link-review.tsx';
import { SourceForm } from '../components/generate/source-form.tsx';
import { flowPaths } from '../paths.ts';

/**
 * GeneratePage creates a workflow from a document or suite: finds response values that later requests use, for review.
 */
export function GeneratePage() {
  return (
    <ProjectGate title="Generate workflow">
      {(project) => <Generator key={project.projectId} project={project} />}
    </ProjectGate>
  );
}

function Generator({ project }: { project: Project }) {
  const { projectId, projectName } = project;
  const navigate = useNavigate();
  const canWrite = useCanWrite(project);
  const { propose, make } = useGenerate(projectId);
  const [found, setFound] = useState<{ workflowName: string; proposal: Proposal }>();
  const cancel = () => void navigate(flowPaths.list(projectId));
  if (!canWrite)
    return (
      <Page title="Generate workflow" documentTitle={`Generate workflow · ${projectName}`} meta={projectName}>
        <EmptyState
          title="You can view this project but not change it"
          action={
            <Link className="link" to={flowPaths.list(projectId)}>
              Open workflows
            </Link>
          }
        >
          Ask its owner for the editor role to generate workflows.
        </EmptyState>
      </Page>
    );
  return (
    <Page
      title="Generate workflow"
      documentTitle={`Generate workflow · ${projectName}`}
      meta={found?.workflowName ?? projectName}
      kind={found ? 'full' : 'settings'}
    >
      {found ? (
        <LinkReview
          proposal={found.proposal}
          isBusy={make.isPending}
          error={make.error}
          onBack={() => setFound(undefined)}
          onCreate={(links) =>
            make.mutate(
              { ...found, links },
              {
                onSuccess: ({ processFlowId, problems }) => {
                  if (problems.length > 0) toast('warning', `${problems.length} details could not be kept.`);
                  void navigate(flowPaths.flow(processFlowId, projectId));
                },
              },
            )
          }
        />
      ) : (
        <SourceForm
          projectId={projectId}
          isBusy={propose.isPending}
          error={propose.error}
          onFind={(workflowName, origin) =>
            propose.mutate(origin, { onSuccess: (proposal) => setFound({ workflowName, proposal }) })
          }
          onCancel={cancel}
        />
      )}
    </Page>
  );
}
