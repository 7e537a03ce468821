import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { toast } from '../../../../shared/toasts.ts';
import { confirmAction } from '../../../../ui/dialog/confirm-dialog.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { useMockMutations } from '../../api/mock.ts';
import classes from './settings.module.css';

const parts = [
  { name: 'state', label: 'State: scenarios begin again, values are removed' },
  { name: 'records', label: 'Records: as they were at the start' },
  { name: 'journal', label: 'Journal: all calls are deleted' },
] as const;
type Part = (typeof parts)[number]['name'];

/** ResetPanel resets what a mock stores about calls. */
export function ResetPanel({ projectId }: { projectId: string }) {
  const { reset } = useMockMutations(projectId);
  const [chosen, setChosen] = useState<ReadonlySet<Part>>(new Set(['state', 'records']));
  const ask = () =>
    confirmAction({
      title: 'Reset the mock?',
      message: `Resets: ${parts
        .filter(({ name }) => chosen.has(name))
        .map(({ name }) => name)
        .join(', ')}. You can't undo this.`,
      confirm: 'Reset mock',
      onConfirm: async () => {
        await reset.mutateAsync(Object.fromEntries([...chosen].map((name) => [name, true])));
        toast('success', 'The mock is reset.');
      },
    });
  return (
    <Panel title="Reset" padded>
      <div className={classes.part}>
        {parts.map(({ name, label }) => (
          <Checkbox
            key={name}
            label={label}
            checked={chosen.has(name)}
            onChange={(event) => {
              const next = new Set(chosen);
              if (event.currentTarget.checked) next.add(name);
              else next.delete(name);
              setChosen(next);
            }}
          />
        ))}
        <div>
          <Button variant="default" disabled={chosen.size === 0} onClick={ask}>
            Reset mock…
          </Button>
        </div>
      </div>
    </Panel>
  );
}
