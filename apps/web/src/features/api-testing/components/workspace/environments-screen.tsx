import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Environment, type Project, trashDays } from '@touchstone/contracts/workspaces';
import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { counted } from '../../../../shared/format.ts';
import { useHotkey } from '../../../../shared/hotkeys.ts';
import { confirmAction } from '../../../../ui/dialog/confirm-dialog.tsx';
import { EmptyState, Page, Problem } from '../../../../ui/page.tsx';
import { ListDetail } from '../../../../ui/panes/list-detail.tsx';
import { useEnvironmentMutations } from '../../api/environments.mutations.ts';
import { environmentsQuery, variablesQuery } from '../../api/environments.queries.ts';
import { DeletedVariablesButton } from '../trash/deleted-variables-button.tsx';
import { EnvironmentDialog, type EnvironmentDialogState } from './environment-dialog.tsx';
import { EnvironmentNav } from './environment-nav.tsx';
import { VariablesEditor } from './variables-editor.tsx';

/** Paths of the environments pages and the variables pages. */
export interface EnvironmentPaths {
  environments: (environmentId?: string) => string;
  globals: string;
}

interface Props {
  project: Pick<Project, 'projectId' | 'projectName' | 'workspacePlan'>;
  canWrite: boolean;
  /** Whether the global variables are shown. */
  showGlobals: boolean;
  paths: EnvironmentPaths;
}

/** EnvironmentsScreen is the environments and variables page of a workspace, for any service. */
export function EnvironmentsScreen({ project, canWrite, showGlobals, paths }: Props) {
  const { projectId } = project;
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const environments = useQuery(environmentsQuery(projectId));
  const variables = useQuery(variablesQuery(projectId));
  const [dialog, setDialog] = useState<EnvironmentDialogState | null>(null);
  const { remove } = useEnvironmentMutations(projectId);
  useHotkey('create', () => setDialog({ kind: 'create' }), canWrite);

  const list = environments.data ?? [];
  const wanted = params.get('environment');
  const chosen = showGlobals ? undefined : (list.find((item) => item.environmentId === wanted) ?? list[0]);
  const open = (environment: Environment) => void navigate(paths.environments(environment.environmentId));
  const askDelete = (environment: Environment) =>
    confirmAction({
      title: `Delete environment ${environment.environmentName}?`,
      message: `This also deletes its ${counted(environment.variableCount, 'variable')}. You can restore it for ${trashDays} days.`,
      confirm: 'Delete environment',
      onConfirm: () => remove.mutateAsync(environment),
    });
  const failed = environments.error ?? variables.error;
  const createButton = canWrite ? (
    <Button onClick={() => setDialog({ kind: 'create' })}>Create environment</Button>
  ) : null;
  const scope = showGlobals ? null : (chosen?.environmentId ?? undefined);
  const saved = (variables.data ?? []).filter((variable) => variable.environmentId === scope);

  const title = showGlobals ? 'Global Variables' : 'Environments';

  return (
    <Page
      title={title}
      documentTitle={`${title} · ${project.projectName}`}
      meta={project.projectName}
      actions={
        <>
          <DeletedVariablesButton projectId={projectId} canWrite={canWrite} label="Recently deleted" />
          {canWrite ? (
            <Button variant="default" onClick={() => setDialog({ kind: 'create' })}>
              Create environment
            </Button>
          ) : null}
        </>
      }
    >
      {failed ? (
        <Problem error={failed} onRetry={() => void Promise.all([environments.refetch(), variables.refetch()])} />
      ) : null}
      {environments.data && variables.data ? (
        <ListDetail
          listWidth={240}
          listName="Environments"
          isOpen={showGlobals || wanted !== null || list.length === 0}
          onBack={() => void navigate(paths.environments())}
          list={
            <EnvironmentNav
              paths={paths}
              environments={list}
              chosen={chosen?.environmentId}
              showGlobals={showGlobals}
              {...(canWrite
                ? {
                    actions: {
                      onRename: (environment) => setDialog({ kind: 'rename', environment }),
                      onClone: (environment) => setDialog({ kind: 'clone', environment }),
                      onDelete: askDelete,
                    },
                  }
                : {})}
            />
          }
          detail={
            <div data-tour="variables">
              {scope === undefined ? (
                <EmptyState icon={<SlidersHorizontal size={20} />} title="No environments yet" action={createButton}>
                  An environment contains variable values, such as the base address of staging. Each run uses one.
                </EmptyState>
              ) : (
                <VariablesEditor
                  // The draft restarts when the saved variables change, not on every refetch.
                  key={`${scope} ${saved.map((variable) => variable.variableId + variable.updatedAt).join(' ')}`}
                  project={project}
                  canWrite={canWrite}
                  title={chosen?.environmentName ?? title}
                  environmentId={scope}
                  saved={saved}
                />
              )}
            </div>
          }
        />
      ) : null}
      {dialog ? (
        <EnvironmentDialog projectId={projectId} dialog={dialog} onClose={() => setDialog(null)} onMade={open} />
      ) : null}
    </Page>
  );
}
