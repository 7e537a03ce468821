import { Button, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Script, type ScriptInput, scriptNameSchema, suiteNameSchema } from '@touchstone/contracts/api-testing';
import { useState } from 'react';
import type { Choice } from '../../../../shared/choices.ts';
import { messageOf } from '../../../../shared/toasts.ts';
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx';
import { RemoteSelect } from '../../../../ui/select/remote-select.tsx';
import { foldersQuery } from '../../api/folders.ts';
import { type SuitePlace, useSaveNew } from '../../api/scripts.mutations.ts';
import { suiteChoices, suitesQuery } from '../../api/suites.queries.ts';
import { withName } from '../../model/request/request-name.ts';
import classes from './editor.module.css';

interface Props {
  projectId: string;
  /** The suite that is open. */
  suite?: Choice | undefined;
  draft: ScriptInput;
  onSaved: (script: Script) => void;
  onClose: () => void;
}

/** SaveRequestDialog asks for the name of a new request and for the suite and folder that it goes into, or makes a suite for it. */
export function SaveRequestDialog({ projectId, suite: open, draft, onSaved, onClose }: Props) {
  const listed = useQuery(suitesQuery({ projectId, page: 0, size: 1 })).data;
  const first = listed?.content[0];
  const [name, setName] = useState(withName(draft).scriptName);
  const [chosen, setChosen] = useState<Choice | null>(open ?? null);
  const [newSuite, setNewSuite] = useState<string | null>(null);
  const [folder, setFolder] = useState('');
  const [problems, setProblems] = useState<{ name?: string; suite?: string; other?: string }>({});
  const save = useSaveNew(projectId);
  const suite = chosen ?? (first ? { value: first.suiteId, label: first.suiteName } : null);
  // Without a suite there is nothing to choose from: the first is made here.
  const suiteName = newSuite ?? (listed?.totalElements === 0 && !open ? 'My requests' : null);
  const submit = async () => {
    const found = {
      ...problemOf('name', scriptNameSchema.safeParse(name)),
      ...(suiteName === null
        ? suite
          ? {}
          : { suite: 'Please select an option' }
        : problemOf('suite', suiteNameSchema.safeParse(suiteName))),
    };
    setProblems(found);
    if (Object.keys(found).length > 0) return false;
    const place: SuitePlace = suiteName === null ? { suiteId: suite?.value ?? '' } : { newSuiteName: suiteName.trim() };
    const where = suiteName === null && folder !== '' ? { folder } : {};
    onSaved(await save.mutateAsync({ place, script: { ...draft, ...where, scriptName: name } }));
    return true;
  };
  return (
    <FormDialog
      title="Save request"
      confirm="Save request"
      onSubmit={submit}
      onError={(error) => setProblems({ other: messageOf(error) })}
      onClose={onClose}
    >
      <div className={classes.dialog}>
        <TextInput
          label="Name"
          data-autofocus
          value={name}
          error={problems.name}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {suiteName === null ? (
          <RemoteSelect
            label="Test suite"
            placeholder="Choose, or search by name"
            source={suiteChoices(projectId)}
            nothingFound="No suite has this name"
            value={suite}
            error={problems.suite}
            onChange={(choice) => {
              setChosen(choice);
              setFolder('');
            }}
          />
        ) : (
          <TextInput
            label="New suite name"
            value={suiteName}
            error={problems.suite}
            onChange={(event) => setNewSuite(event.currentTarget.value)}
          />
        )}
        {suiteName === null && suite ? (
          <FolderSelect suiteId={suite.value} folder={folder} onChange={setFolder} />
        ) : null}
        {listed?.totalElements === 0 ? null : (
          <div>
            <Button variant="subtle" size="compact-sm" onClick={() => setNewSuite(suiteName === null ? '' : null)}>
              {suiteName === null ? 'New suite' : 'Choose a suite'}
            </Button>
          </div>
        )}
        {problems.other ? (
          <p role="alert" style={{ color: 'var(--fail)' }}>
            {problems.other}
          </p>
        ) : null}
      </div>
    </FormDialog>
  );
}

const problemOf = (
  field: 'name' | 'suite',
  parsed: { error?: { issues: { message: string }[] } | undefined },
): Partial<Record<'name' | 'suite', string>> =>
  parsed.error ? { [field]: parsed.error.issues[0]?.message ?? 'This field is required' } : {};

/** A suite without folders does not ask for one. */
function FolderSelect({
  suiteId,
  folder,
  onChange,
}: {
  suiteId: string;
  folder: string;
  onChange: (folder: string) => void;
}) {
  const { data: folders = [] } = useQuery(foldersQuery(suiteId));
  if (folders.length === 0) return null;
  return (
    <Select
      label="Folder"
      searchable
      allowDeselect={false}
      data={[{ value: '', label: 'Top of the suite' }, ...folders.map(({ path }) => ({ value: path, label: path }))]}
      value={folder}
      onChange={(value) => onChange(value ?? '')}
    />
  );
}
