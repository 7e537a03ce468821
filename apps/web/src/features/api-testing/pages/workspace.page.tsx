import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type Project, trashDays } from '@touchstone/contracts/workspaces';
import { FolderKanban } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { openCreate } from '../../../shared/create/create-request.ts';
import { counted } from '../../../shared/format.ts';
import { useHotkey } from '../../../shared/hotkeys.ts';
import { confirmAction } from '../../../ui/dialog/confirm-dialog.tsx';
import { EmptyState, Page, Problem } from '../../../ui/page.tsx';
import { ListDetail } from '../../../ui/panes/list-detail.tsx';
import { DeletedProjectsButton } from '../../../ui/projects/deleted-projects-button.tsx';
import { deletedApiProjects, offerProjectUndo } from '../api/offer-undo.ts';
import { useProjectMutations } from '../api/projects.mutations.ts';
import { ProjectList } from '../components/workspace/project-list.tsx';
import { WorkspaceDashboard } from '../components/workspace/workspace-dashboard.tsx';
import { useMayCreate, useProject } from '../model/use-project.ts';

const ProjectForm = lazy(async () => ({
  default: (await import('../components/workspace/project-form.tsx')).ProjectForm,
}));
const ImportDialog = lazy(async () => ({
  default: (await import('../components/workspace/workspace-import-dialog.tsx')).WorkspaceImportDialog,
}));
const ReplaceTextDialog = lazy(async () => ({
  default: (await import('../components/workspace/replace-text-dialog.tsx')).ReplaceTextDialog,
}));

export function WorkspacePage() {
  const { project, projects, isPending, error, retry, choose } = useProject();
  const [params, setParams] = useSearchParams();
  const isChosen = params.has('project');
  const [editing, setEditing] = useState<Project | null>(null);
  /** The project to import into, or `new`. */
  const [importing, setImporting] = useState<Project | 'new' | null>(null);
  const [replacing, setReplacing] = useState<Project | null>(null);
  const client = useQueryClient();
  const { remove, refresh } = useProjectMutations();
  const mayCreate = useMayCreate();
  const startCreate = () => openCreate('project');
  useHotkey('create', startCreate, mayCreate);

  const askDelete = (target: Project) =>
    confirmAction({
      title: `Delete project ${target.projectName}?`,
      message: `This deletes ${counted(target.suiteCount, 'suite')} with ${counted(target.scriptCount, 'script')}, its environments and all reports. You can restore it for ${trashDays} days. Bought virtual users stay in its wallet until then and go to your private one afterwards, or at once when you delete the project for good.`,
      confirm: 'Delete project',
      typeToConfirm: target.projectName,
      onConfirm: async () => {
        await remove.mutateAsync(target);
        if (target.projectId === project?.projectId)
          choose(projects.find((item) => item.projectId !== target.projectId)?.projectId ?? null);
        await refresh();
        await offerProjectUndo(client, target);
      },
    });

  const newButton = mayCreate ? <Button onClick={startCreate}>Create project</Button> : null;
  const importButton = mayCreate ? (
    <Button variant="default" onClick={() => setImporting('new')}>
      Import project
    </Button>
  ) : null;
  return (
    <Page
      title="Workspace"
      {...(project ? { documentTitle: `${project.projectName} · Workspace` } : {})}
      meta={projects.length > 0 ? `${projects.length} ${projects.length === 1 ? 'project' : 'projects'}` : undefined}
      actions={
        <>
          {mayCreate ? <DeletedProjectsButton of={deletedApiProjects} /> : null}
          {projects.length > 0 ? (
            <>
              {importButton}
              {newButton}
            </>
          ) : null}
        </>
      }
    >
      {error ? <Problem error={error} onRetry={retry} /> : null}
      {!isPending && !error && projects.length === 0 ? (
        <EmptyState
          icon={<FolderKanban size={20} />}
          title="Create your first project"
          action={newButton}
          link={importButton}
        >
          A project contains test suites, environments and reports. You have none yet.
        </EmptyState>
      ) : null}
      {projects.length > 0 ? (
        <ListDetail
          listWidth={280}
          listName="Projects"
          isOpen={isChosen}
          onBack={() => setParams({})}
          list={
            <ProjectList
              projects={projects}
              chosen={project?.projectId}
              onChoose={choose}
              onEdit={setEditing}
              onDelete={askDelete}
              onImport={setImporting}
              onReplace={setReplacing}
            />
          }
          detail={project ? <WorkspaceDashboard key={project.projectId} project={project} /> : null}
        />
      ) : null}
      <Suspense>
        {editing ? <ProjectForm project={editing} onClose={() => setEditing(null)} /> : null}
        {replacing ? <ReplaceTextDialog project={replacing} onClose={() => setReplacing(null)} /> : null}
        {importing ? (
          <ImportDialog
            target={importing === 'new' ? undefined : importing}
            onClose={() => setImporting(null)}
            onMade={choose}
          />
        ) : null}
      </Suspense>
    </Page>
  );
}
