import { useQuery } from '@tanstack/react-query';
import type { VirtualizationProject } from '@touchstone/contracts/service-virtualization';
import { BlankLines } from '../../../ui/blank/blank.tsx';
import { Page, Problem } from '../../../ui/page.tsx';
import { mockQuery } from '../api/mock.ts';
import { ProjectGate } from '../components/project/project-gate.tsx';
import { SettingsForm } from '../components/settings/settings-form.tsx';
import { useCanWrite } from '../model/use-may.ts';

/** SettingsPage edits the settings for all stubs of a mock. */
export function SettingsPage() {
  return (
    <ProjectGate title="Settings">{(project) => <Settings key={project.projectId} project={project} />}</ProjectGate>
  );
}

function Settings({ project }: { project: VirtualizationProject }) {
  const mock = useQuery(mockQuery(project.projectId));
  const canWrite = useCanWrite(project);
  return (
    <Page
      title="Settings"
      documentTitle={`Settings · ${project.projectName}`}
      meta={project.projectName}
      kind="settings"
    >
      {mock.data ? (
        <SettingsForm mock={mock.data} canWrite={canWrite} />
      ) : mock.error ? (
        <Problem error={mock.error} onRetry={() => void mock.refetch()} />
      ) : (
        <BlankLines count={12} line={32} />
      )}
    </Page>
  );
}
