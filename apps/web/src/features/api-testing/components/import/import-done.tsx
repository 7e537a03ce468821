import { Button, Group, Select } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { preferences } from '../../../../shared/preferences.ts';
import { toastError } from '../../../../shared/toasts.ts';
import { useExecutionMutations } from '../../api/executions.mutations.ts';
import { type ImportOutcome, outcomeText } from '../../model/import/import-outcome.ts';
import { apiTestingPaths } from '../../paths.ts';
import { useEnvironmentId } from '../editor/environment-select.tsx';
import classes from './import.module.css';
import { ImportProblems } from './import-problems.tsx';

interface Props {
  projectId: string;
  outcome: ImportOutcome;
  onDone: () => void;
}

/** ImportDone reports what was and wasn't imported, offers the imported environments, and runs the new suites. */
export function ImportDone({ projectId, outcome, onDone }: Props) {
  const navigate = useNavigate();
  const { start } = useExecutionMutations();
  const { environments, suites, problems } = outcome;
  const active = useEnvironmentId(projectId);
  const [chosen, setChosen] = useState<string | null>(environments[0]?.environmentId ?? null);
  const keepChoice = () => {
    if (chosen && chosen !== active)
      preferences.set({ environments: { ...preferences.get().environments, [projectId]: chosen } });
  };
  const finish = () => {
    keepChoice();
    onDone();
  };
  const run = async () => {
    keepChoice();
    const environmentId = chosen ?? active;
    const suiteIds = suites.map(({ suiteId }) => suiteId);
    try {
      const { runId } = await start.mutateAsync({
        projectId,
        suiteIds,
        runPrerequisites: true,
        ...(environmentId ? { environmentId } : {}),
      });
      await navigate(apiTestingPaths.report(runId));
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <div className={`form ${classes.form}`}>
      <p role="status">{outcomeText(outcome)}</p>
      {environments.length > 0 ? (
        <Select
          label="Use this environment"
          description="Its variables replace {{baseUrl}} and others when you send a request."
          clearable
          placeholder="Keep the current one"
          data={environments.map((item) => ({ value: item.environmentId, label: item.environmentName }))}
          value={chosen}
          onChange={setChosen}
        />
      ) : null}
      <ImportProblems title="Partly imported" problems={problems} open />
      <Group justify="flex-end">
        {suites.length > 0 ? (
          <Button variant="default" loading={start.isPending} onClick={() => void run()}>
            {suites.length === 1 ? 'Run suite' : 'Run suites'}
          </Button>
        ) : null}
        <Button data-autofocus onClick={finish}>
          {suites.length === 1 ? 'Open suite' : 'Done'}
        </Button>
      </Group>
    </div>
  );
}
