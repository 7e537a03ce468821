import { SegmentedControl } from '@mantine/core';
import type { RepositoryScript } from '@touchstone/contracts/web-testing';
import { useState } from 'react';
import type { Choice } from '../../../../shared/choices.ts';
import { messageOf, toast } from '../../../../shared/toasts.ts';
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx';
import { RemoteSelect } from '../../../../ui/select/remote-select.tsx';
import { moduleChoices } from '../../api/modules.ts';
import { useScriptMutations } from '../../api/scripts.ts';

type Action = 'MOVE' | 'CLONE';

/** MoveDialog moves or copies scripts to another module of their project. */
export function MoveDialog({ scripts, onClose }: { scripts: readonly RepositoryScript[]; onClose: () => void }) {
  const { move } = useScriptMutations();
  const [module, setModule] = useState<Choice | null>(null);
  const [action, setAction] = useState<Action>('MOVE');
  const [problem, setProblem] = useState('');
  const what = scripts.length === 1 ? (scripts[0]?.testScriptName ?? '') : `${scripts.length} scripts`;
  const verb = action === 'MOVE' ? 'Move' : 'Copy';
  const submit = async () => {
    if (!module) return false;
    const scriptUUIDs = scripts.map(({ uuid }) => uuid);
    await move.mutateAsync({ scriptUUIDs, targetModuleUUID: module.value, action });
    toast('success', `${what} ${action === 'MOVE' ? 'moved' : 'copied'} to ${module.label}.`);
    return true;
  };
  return (
    <FormDialog
      title={`Move or copy ${what}`}
      confirm={`${verb} ${scripts.length === 1 ? 'script' : 'scripts'}`}
      disabled={!module}
      onSubmit={submit}
      onError={(error) => setProblem(messageOf(error))}
      onClose={onClose}
    >
      <SegmentedControl
        aria-label="Move or copy"
        value={action}
        data={[
          { value: 'MOVE', label: 'Move' },
          { value: 'CLONE', label: 'Copy' },
        ]}
        onChange={(value) => setAction(value as Action)}
        mb="md"
      />
      <RemoteSelect
        label="Module"
        source={moduleChoices(scripts[0]?.projectUUID ?? '')}
        nothingFound="No matching module"
        value={module}
        error={problem}
        onChange={(choice) => {
          setModule(choice);
          setProblem('');
        }}
      />
    </FormDialog>
  );
}
