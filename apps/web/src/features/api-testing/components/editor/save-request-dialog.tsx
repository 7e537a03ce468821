import { Button, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Script, type ScriptInput, scriptNameSchema, suiteNameSchema } from '@touchstone/contracts/api-testing';
import { createProjectSchema } from '@touchstone/contracts/workspaces';
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
  /** Absent: there is no workspace yet, so one is made. */
  projectId: string | undefined;
  /** The suite that is open. */
  suite?: Choice | undefined;
  draft: ScriptInput;
  onSaved: (script: Script) => void;
  onClose: () => void;
}

/** SaveRequestDialog asks for the name of a new request and for the suite and folder that it goes into, or makes what of them is missing. */
export function SaveRequestDialog({ projectId, suite: open, draft, onSaved, onClose }: Props) {
  const listed = useQuery({
    ...suitesQuery({ projectId: projectId ?? '', page: 0, size: 1 }),
    enabled: projectId !== undefined,
  }).data;
  const first = listed?.content[0];
  const [name, setName] = useState(withName(draft).scriptName);
  const [chosen, setChosen] = useState<Choice | null>(open ?? null);
  const [newProject, setNewProject] = useState('My project');
  const [newSuite, setNewSuite] = useState<string | null>(null);
  const [folder, setFolder] = useState('');
  const [problems, setProblems] = useState<Partial<Record<Field | 'other', string>>>({});
  const save = useSaveNew();
  const suite = chosen ?? (first ? { value: first.suiteId, label: first.suiteName } : null);
  // Without a suite there is nothing to choose from: the first is made here.
  const hasNone = projectId === undefined || listed?.totalElements === 0;
  const suiteName = newSuite ?? (hasNone && !open ? 'My requests' : null);
  const submit = async () => {
    const found = {
      ...problemOf('name', scriptNameSchema.safeParse(name)),
      ...(projectId === undefined ? problemOf('project', projectName.safeParse(newProject)) : {}),
      ...(suiteName === null
        ? suite
          ? {}
          : { suite: 'Please select an option' }
        : problemOf('suite', suiteNameSchema.safeParse(suiteName))),
    };
    setProblems(found);
    if (Object.keys(found).length > 0) return false;
    const place: SuitePlace = {
      ...(projectId === undefined ? { newProjectName: newProject.trim() } : { projectId }),
      ...(suiteName === null ? { suiteId: suite?.value ?? '' } : { newSuiteName: suiteName.trim() }),
    };
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
        {projectId === undefined ? (
          <TextInput
            label="New project name"
            value={newProject}
            error={problems.project}
            onChange={(event) => setNewProject(event.currentTarget.value)}
          />
        ) : null}
        {suiteName === null && projectId !== undefined ? (
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
            value={suiteName ?? ''}
            error={problems.suite}
            onChange={(event) => setNewSuite(event.currentTarget.value)}
          />
        )}
        {suiteName === null && suite ? (
          <FolderSelect suiteId={suite.value} folder={folder} onChange={setFolder} />
        ) : null}
        {hasNone ? null : (
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

type Field = 'name' | 'project' | 'suite';
const projectName = createProjectSchema.shape.projectName;

const problemOf = (
  field: Field,
  parsed: { error?: { issues: { message: string }[] } | undefined },
): Partial<Record<Field, string>> =>
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
