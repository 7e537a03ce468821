import { ActionIcon, Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Environment, environmentNameSchema, type Project } from '@touchstone/contracts';
import { EllipsisVertical, Globe, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { useHotkey } from '../../../shared/hotkeys.ts';
import { toast, toastError } from '../../../shared/toasts.ts';
import { confirmAction } from '../../../ui/confirm-dialog.tsx';
import { EmptyState, Page, Problem } from '../../../ui/page.tsx';
import { useEnvironmentMutations } from '../api/environments.mutations.ts';
import { environmentsQuery, variablesQuery } from '../api/environments.queries.ts';
import { NameDialog } from '../components/name-dialog.tsx';
import { ProjectGate } from '../components/project-gate.tsx';
import { VariablesEditor } from '../components/variables-editor.tsx';
import classes from '../components/variables-grid.module.css';
import { useCanWrite } from '../model/use-project.ts';
import { apiTestingPaths } from '../paths.ts';

export function EnvironmentsPage() {
  return (
    <ProjectGate title="Environments">
      {(project) => <Environments key={project.projectId} project={project} />}
    </ProjectGate>
  );
}

type Dialog = { kind: 'create' } | { kind: 'rename' | 'clone'; environment: Environment };

function Environments({ project }: { project: Project }) {
  const { projectId } = project;
  const [params] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const environments = useQuery(environmentsQuery(projectId));
  const variables = useQuery(variablesQuery(projectId));
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const canWrite = useCanWrite(project);
  const { create, rename, clone, remove } = useEnvironmentMutations(projectId);
  useHotkey('create', () => setDialog({ kind: 'create' }), canWrite);

  const list = environments.data ?? [];
  const showGlobals = pathname.endsWith('/global-variable');
  const wanted = params.get('environment');
  const chosen = showGlobals ? undefined : (list.find((item) => item.environmentId === wanted) ?? list[0]);
  const open = (environment: Environment) =>
    void navigate(apiTestingPaths.environments(projectId, environment.environmentId));
  const askDelete = (environment: Environment) =>
    confirmAction({
      title: `Delete environment ${environment.environmentName}?`,
      message: `Its ${environment.variableCount} variables go with it. It cannot be undone.`,
      confirm: 'Delete environment',
      onConfirm: () => remove.mutateAsync(environment.environmentId),
    });
  const cloneOne = async (environmentId: string, environmentName: string) => {
    const copy = await clone.mutateAsync({ environmentId, environmentName });
    toast('success', `${copy.environmentName} is created.`);
    open(copy);
  };
  const failed = environments.error ?? variables.error;
  const createButton = canWrite ? (
    <Button onClick={() => setDialog({ kind: 'create' })}>Create environment</Button>
  ) : null;
  const scope = showGlobals ? null : (chosen?.environmentId ?? undefined);
  const saved = (variables.data ?? []).filter((variable) => variable.environmentId === scope);

  return (
    <Page
      title={showGlobals ? 'Global Variables' : 'Environments'}
      documentTitle={`${showGlobals ? 'Global Variables' : 'Environments'} · ${project.projectName}`}
      meta={project.projectName}
      actions={
        canWrite ? (
          <Button variant="default" onClick={() => setDialog({ kind: 'create' })}>
            Create environment
          </Button>
        ) : null
      }
    >
      {failed ? (
        <Problem error={failed} onRetry={() => void Promise.all([environments.refetch(), variables.refetch()])} />
      ) : null}
      {environments.data && variables.data ? (
        <div style={{ display: 'grid', gridTemplateColumns: '240px minmax(0, 1fr)', height: '100%' }}>
          <nav className={classes.side} aria-label="Environments">
            {list.map((environment) => (
              <div
                key={environment.environmentId}
                className={classes.item}
                data-chosen={environment.environmentId === chosen?.environmentId || undefined}
              >
                <Link
                  to={apiTestingPaths.environments(projectId, environment.environmentId)}
                  aria-current={environment.environmentId === chosen?.environmentId ? 'page' : undefined}
                >
                  <span className="row">
                    <span className="grow ellipsis">{environment.environmentName}</span>
                    <span className="dim num">{environment.variableCount}</span>
                  </span>
                </Link>
                {canWrite ? (
                  <Menu>
                    <Menu.Target>
                      <ActionIcon size={24} aria-label={`Actions for ${environment.environmentName}`}>
                        <EllipsisVertical size={15} />
                      </ActionIcon>
                    </Menu.Target>
                    <Menu.Dropdown>
                      <Menu.Item onClick={() => setDialog({ kind: 'rename', environment })}>Rename</Menu.Item>
                      <Menu.Item onClick={() => setDialog({ kind: 'clone', environment })}>Clone</Menu.Item>
                      <Menu.Item onClick={() => askDelete(environment)}>Delete…</Menu.Item>
                    </Menu.Dropdown>
                  </Menu>
                ) : null}
              </div>
            ))}
            <div className="eyebrow" style={{ padding: '12px 8px 4px' }}>
              All environments
            </div>
            <div className={classes.item} data-chosen={showGlobals || undefined}>
              <Link to={apiTestingPaths.globals(projectId)} aria-current={showGlobals ? 'page' : undefined}>
                <span className="row">
                  <Globe size={14} aria-hidden />
                  <span className="grow">Global Variables</span>
                </span>
              </Link>
            </div>
          </nav>
          <div style={{ overflow: 'auto' }}>
            {scope === undefined ? (
              <EmptyState icon={<SlidersHorizontal size={20} />} title="No environments yet" action={createButton}>
                An environment holds the values of variables, such as the base address of staging. Runs choose one.
              </EmptyState>
            ) : (
              <VariablesEditor
                // The draft starts anew when what is saved has changed, not at each refetch.
                key={`${scope} ${saved.map((variable) => variable.variableId + variable.updatedAt).join(' ')}`}
                project={project}
                title={showGlobals ? 'Global Variables' : (chosen?.environmentName ?? '')}
                environmentId={scope}
                saved={saved}
              />
            )}
          </div>
        </div>
      ) : null}
      {dialog?.kind === 'create' ? (
        <NameDialog
          title="Create environment"
          label="Name"
          confirm="Create environment"
          schema={environmentNameSchema}
          onClose={() => setDialog(null)}
          onSubmit={async (name) => open(await create.mutateAsync(name))}
        />
      ) : null}
      {dialog?.kind === 'rename' ? (
        <NameDialog
          title="Rename environment"
          label="Name"
          confirm="Rename"
          initial={dialog.environment.environmentName}
          schema={environmentNameSchema}
          onClose={() => setDialog(null)}
          onSubmit={(environmentName) =>
            rename
              .mutateAsync({ environmentId: dialog.environment.environmentId, environmentName })
              .catch((error: unknown) => {
                toastError(error);
                throw error;
              })
          }
        />
      ) : null}
      {dialog?.kind === 'clone' ? (
        <NameDialog
          title={`Clone ${dialog.environment.environmentName}`}
          label="Name of the copy"
          confirm="Clone"
          initial={`${dialog.environment.environmentName} copy`}
          schema={environmentNameSchema}
          onClose={() => setDialog(null)}
          onSubmit={(name) => cloneOne(dialog.environment.environmentId, name)}
        />
      ) : null}
    </Page>
  );
}
