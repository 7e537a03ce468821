import { Button, Group, Modal } from '@mantine/core';
import type { CallOutput, routes } from '@touchstone/contracts';
import { useNavigate } from 'react-router';
import { formatCount } from '../../../../shared/format.ts';
import { toast } from '../../../../shared/toasts.ts';
import { useImport } from '../../api/imports.mutations.ts';
import type { ImportBody } from '../../model/import-choice.ts';
import { apiTestingPaths } from '../../paths.ts';
import classes from './import.module.css';
import { ImportChoiceForm } from './import-choice-form.tsx';
import { ImportProblems } from './import-problems.tsx';
import { ImportSourceForm } from './import-source-form.tsx';

interface Props {
  projectId: string;
  onClose: () => void;
}
type Outcome = CallOutput<typeof routes.apiTesting.importSelectedApis>;

function outcomeText({ imported, suites, environments }: Outcome): string {
  const count = (amount: number, noun: string) => `${formatCount(amount)} ${noun}${amount === 1 ? '' : 's'}`;
  const parts = [
    ...(suites.length ? [`${count(imported, 'request')} in ${count(suites.length, 'suite')}`] : []),
    ...(environments.length ? [count(environments.length, 'environment')] : []),
  ];
  return parts.length ? `Imported ${parts.join(' and ')}.` : 'Nothing was imported.';
}

/** ImportDialog reads a document of another tool, lets the user choose of it, and makes suites of the choice. */
export function ImportDialog({ projectId, onClose }: Props) {
  const navigate = useNavigate();
  const { read, select } = useImport(projectId);
  const finish = (outcome: Outcome) => {
    const [suite, ...others] = outcome.suites;
    if (suite && others.length === 0) void navigate(apiTestingPaths.suite(suite.suiteId, projectId));
    else onClose();
  };
  const start = async (body: ImportBody) => {
    const outcome = await select.mutateAsync(body).catch(() => undefined);
    if (!outcome) return;
    toast(outcome.imported + outcome.environments.length > 0 ? 'success' : 'warning', outcomeText(outcome));
    if (outcome.problems.length === 0) finish(outcome);
  };
  const back = () => {
    read.reset();
    select.reset();
  };
  const done = select.data?.problems.length ? select.data : undefined;
  return (
    <Modal
      opened
      onClose={() => (done ? finish(done) : onClose())}
      title="Import requests"
      size={read.data ? 760 : 560}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {done ? (
        <div className={`form ${classes.form}`}>
          <p role="status">{outcomeText(done)}</p>
          <ImportProblems title="What could not be imported whole" problems={done.problems} open />
          <Group justify="flex-end">
            <Button data-autofocus onClick={() => finish(done)}>
              {done.suites.length === 1 ? 'Open suite' : 'Done'}
            </Button>
          </Group>
        </div>
      ) : read.data ? (
        <ImportChoiceForm
          key={read.data.importId}
          projectId={projectId}
          preview={read.data}
          importing={select.isPending}
          error={select.error}
          onImport={(body) => void start(body)}
          onBack={back}
        />
      ) : (
        <ImportSourceForm
          reading={read.isPending}
          error={read.error}
          onRead={(source) => read.mutate(source)}
          onReset={read.reset}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}
