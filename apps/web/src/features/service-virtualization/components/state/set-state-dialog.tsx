import { Select, TextInput } from '@mantine/core';
import type { MockScenario } from '@touchstone/contracts/service-virtualization';
import { useState } from 'react';
import { messageOf } from '../../../../shared/toasts.ts';
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx';
import { useStateMutations } from '../../api/state.ts';

interface Props {
  projectId: string;
  scenario: MockScenario;
  onClose: () => void;
}

/** SetStateDialog sets the state of a scenario for one caller, such as a test user. */
export function SetStateDialog({ projectId, scenario: { name, states }, onClose }: Props) {
  const { setScenario } = useStateMutations(projectId);
  const [scope, setScope] = useState('');
  const [state, setState] = useState<string | null>(states[0] ?? null);
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <FormDialog
      title={`Set state of ${name}`}
      confirm="Set state"
      disabled={state === null}
      onSubmit={() => {
        if (scope.trim() === '') {
          setProblem('Enter the caller.');
          return false;
        }
        return setScenario.mutateAsync({ name, scope: scope.trim(), state });
      }}
      onError={(error) => setProblem(messageOf(error))}
      onClose={onClose}
    >
      <TextInput
        label="Caller"
        description="The value of the header, cookie or claim that tells callers apart."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data-autofocus
        classNames={{ input: 'mono' }}
        value={scope}
        error={problem}
        onChange={(event) => {
          setScope(event.currentTarget.value);
          setProblem(null);
        }}
      />
      <Select label="State" mt="md" allowDeselect={false} data={[...states]} value={state} onChange={setState} />
    </FormDialog>
  );
}
