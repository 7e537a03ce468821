import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RepositoryFunction, RepositoryProject } from '@touchstone/contracts/web-testing';
import { SquareFunction } from 'lucide-react';
import { z } from 'zod';
import { useHotkey } from '../../../shared/hotkeys.ts';
import { toastError } from '../../../shared/toasts.ts';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { confirmAction } from '../../../ui/dialog/confirm-dialog.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { EmptyState, Page } from '../../../ui/page.tsx';
import { ListDetail } from '../../../ui/panes/list-detail.tsx';
import { RowMenu } from '../../../ui/table/row-menu.tsx';
import { functionsQuery, useFunctionMutations } from '../api/functions.ts';
import { FunctionDialog } from '../components/functions/function-dialog.tsx';
import { FunctionEditor } from '../components/functions/function-editor.tsx';
import { NamedList } from '../components/named-list.tsx';
import { ProjectGate } from '../components/project/project-gate.tsx';
import { useCanWrite } from '../model/use-may.ts';

const searchSchema = z.object({
  function: z.string().catch('').default(''),
  create: z.enum(['', 'function']).catch('').default(''),
});

/** FunctionsPage shows the functions of a project: steps that its scripts call by name. */
export function FunctionsPage() {
  return (
    <ProjectGate title="Functions">{(project) => <Functions key={project.projectId} project={project} />}</ProjectGate>
  );
}

function Functions({ project }: { project: RepositoryProject }) {
  const { projectId, projectName } = project;
  const canWrite = useCanWrite(project);
  const [{ function: wanted, create }, setSearch] = useSearchState(searchSchema);
  const functions = useQuery(functionsQuery(projectId));
  const { clone, remove } = useFunctionMutations();
  const begin = () => setSearch({ create: 'function' });
  useHotkey('create', begin, canWrite);
  const chosen = functions.data?.find(({ uuid }) => uuid === wanted) ?? functions.data?.[0];
  const button = canWrite ? <Button onClick={begin}>Create function</Button> : null;
  const askDelete = ({ uuid, functionName, calledBy }: RepositoryFunction) =>
    confirmAction({
      title: `Delete function ${functionName}?`,
      message:
        calledBy.length === 0
          ? "No script calls it. You can't undo this."
          : `These scripts call it and can’t be run without it: ${calledBy.map(({ testScriptName }) => testScriptName).join(', ')}. You can't undo this.`,
      confirm: 'Delete function',
      onConfirm: () => remove.mutateAsync({ functionUUID: uuid, ...(calledBy.length > 0 && { force: 'true' }) }),
    });
  const open = (uuid: string) => setSearch({ function: uuid });
  return (
    <Page
      title="Functions"
      documentTitle={`Functions · ${projectName}`}
      actions={functions.data?.length ? button : null}
    >
      <Loaded query={functions}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState icon={<SquareFunction size={20} />} title="No function yet" action={button}>
              A function is a list of steps with a name, such as signing in. Scripts call it with the keyword Call
              Function.
            </EmptyState>
          ) : (
            <ListDetail
              listWidth={280}
              listName="Functions"
              isOpen={wanted !== ''}
              onBack={() => setSearch({ function: '' })}
              list={
                <NamedList
                  label="Functions"
                  items={all.map(({ uuid, functionName }) => ({ id: uuid, name: functionName }))}
                  chosen={chosen?.uuid}
                  onChoose={open}
                  menuOf={(id) => {
                    const found = all.find(({ uuid }) => uuid === id);
                    return found && canWrite ? (
                      <RowMenu
                        name={found.functionName}
                        entries={[
                          {
                            label: 'Clone',
                            run: () => void clone.mutateAsync(id).then(({ uuid }) => open(uuid), toastError),
                          },
                          { label: 'Delete function…', run: () => askDelete(found) },
                        ]}
                      />
                    ) : null;
                  }}
                />
              }
              detail={
                chosen ? (
                  <FunctionEditor key={`${chosen.uuid} ${chosen.revision}`} saved={chosen} canWrite={canWrite} />
                ) : null
              }
            />
          )
        }
      </Loaded>
      {create && canWrite ? (
        <FunctionDialog
          projectId={projectId}
          onCreated={(uuid) => setSearch({ function: uuid, create: '' })}
          onClose={() => setSearch({ create: '' })}
        />
      ) : null}
    </Page>
  );
}
