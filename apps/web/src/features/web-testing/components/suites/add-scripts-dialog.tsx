import { Checkbox, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { RepositoryScript, Suite } from '@touchstone/contracts/web-testing';
import { useState } from 'react';
import { messageOf } from '../../../../shared/toasts.ts';
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx';
import { Loaded } from '../../../../ui/loaded.tsx';
import { scriptsQuery } from '../../api/scripts.ts';
import { useSuiteMutations } from '../../api/suites.ts';

const size = 100;

interface Props {
  suite: Suite;
  /** Scripts that are already in the suite. */
  scripts: readonly RepositoryScript[];
  onClose: () => void;
}

/** AddScriptsDialog adds scripts of the project to a suite. */
export function AddScriptsDialog({ suite, scripts, onClose }: Props) {
  const { uuid, testSuiteName, projectUUID, sprintUUID } = suite;
  const { addScripts } = useSuiteMutations({ projectUUID, sprintUUID: sprintUUID ?? '' });
  const [typed, setTyped] = useState('');
  const [word] = useDebouncedValue(typed.trim(), 200);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState('');
  const found = useQuery(
    scriptsQuery({ projectUUID, moduleUUID: '' }, { page: 0, size, ...(word && { searchTerm: word }) }),
  );
  const known = new Set(scripts.map((script) => script.uuid));
  return (
    <FormDialog
      title={`Add scripts to ${testSuiteName}`}
      confirm={chosen.length === 1 ? 'Add 1 script' : `Add ${chosen.length} scripts`}
      disabled={chosen.length === 0}
      onSubmit={() => addScripts.mutateAsync({ suiteUUID: uuid, scriptUUIDs: [...chosen] })}
      onError={(error) => setProblem(messageOf(error))}
      onClose={onClose}
    >
      <TextInput
        label="Search scripts"
        data-autofocus
        value={typed}
        error={problem}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div style={{ maxHeight: 320, overflow: 'auto', marginTop: 12 }}>
        <Loaded query={found} empty="No matching script" isEmpty={({ content }) => content.length === 0}>
          {({ content, totalElements }) => (
            <Checkbox.Group aria-label="Scripts" value={[...chosen]} onChange={setChosen}>
              {content.map((script) => (
                <Checkbox
                  key={script.uuid}
                  value={script.uuid}
                  py={4}
                  disabled={known.has(script.uuid)}
                  label={`${script.testScriptName} · ${script.moduleName}`}
                  {...(known.has(script.uuid) && { description: 'In the suite already' })}
                />
              ))}
              {totalElements > size ? <p className="dim">Search to see the other {totalElements - size}.</p> : null}
            </Checkbox.Group>
          )}
        </Loaded>
      </div>
    </FormDialog>
  );
}
