import { Button, Group, Select } from '@mantine/core';
import { useState } from 'react';
import { preferences } from '../../../../shared/preferences.ts';
import { type ImportOutcome, outcomeText } from '../../model/import/import-outcome.ts';
import { useEnvironmentId } from '../editor/environment-select.tsx';
import classes from './import.module.css';
import { ImportProblems } from './import-problems.tsx';

interface Props {
  projectId: string;
  outcome: ImportOutcome;
  onDone: () => void;
}

/** ImportDone reports what was imported and what was not, and offers the environments that came along. */
export function ImportDone({ projectId, outcome, onDone }: Props) {
  const { environments, suites, problems } = outcome;
  const active = useEnvironmentId(projectId);
  const [chosen, setChosen] = useState<string | null>(environments[0]?.environmentId ?? null);
  const finish = () => {
    if (chosen && chosen !== active)
      preferences.set({ environments: { ...preferences.get().environments, [projectId]: chosen } });
    onDone();
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
        <Button data-autofocus onClick={finish}>
          {suites.length === 1 ? 'Open suite' : 'Done'}
        </Button>
      </Group>
    </div>
  );
}
