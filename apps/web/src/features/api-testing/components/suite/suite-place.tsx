import { Button, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { suiteNameSchema } from '@touchstone/contracts/api-testing';
import { createProjectSchema } from '@touchstone/contracts/workspaces';
import { useState } from 'react';
import type { Choice } from '../../../../shared/choices.ts';
import { RemoteSelect } from '../../../../ui/select/remote-select.tsx';
import { foldersQuery } from '../../api/folders.ts';
import { projectChoices, projectQuery } from '../../api/projects.queries.ts';
import type { SuitePlace } from '../../api/scripts.mutations.ts';
import { suiteChoices, suitesQuery } from '../../api/suites.queries.ts';

interface Options {
  /** Absent if there is no workspace yet, so that one is created. */
  projectId: string | undefined;
  /** The open suite. */
  suite?: Choice | undefined;
}
type Field = 'project' | 'suite';

const projectName = createProjectSchema.shape.projectName;

/** problemOf returns the first problem of a parsed field, under its name. */
export const problemOf = <Name extends string>(
  field: Name,
  parsed: { error?: { issues: { message: string }[] } | undefined },
): Partial<Record<Name, string>> =>
  (parsed.error ? { [field]: parsed.error.issues[0]?.message ?? 'This field is required' } : {}) as Partial<
    Record<Name, string>
  >;

/** useSuitePlace returns the selection of a workspace, suite and folder for requests; the missing ones are created. */
export function useSuitePlace({ projectId: openProjectId, suite: open }: Options) {
  const [chosenProject, setChosenProject] = useState<Choice | null>(null);
  const projectId = chosenProject?.value ?? openProjectId;
  const openProject = useQuery({ ...projectQuery(openProjectId ?? ''), enabled: openProjectId !== undefined && !open });
  const listed = useQuery({
    ...suitesQuery({ projectId: projectId ?? '', page: 0, size: 1 }),
    enabled: projectId !== undefined,
  });
  const isListed = !listed.isPlaceholderData && listed.data !== undefined;
  const first = isListed ? listed.data?.content[0] : undefined;
  const [chosen, setChosen] = useState<Choice | null>(open ?? null);
  const [newProject, setNewProject] = useState('My project');
  const [newSuite, setNewSuite] = useState<string | null>(null);
  const [folder, setFolder] = useState('');
  const suite = chosen ?? (first ? { value: first.suiteId, label: first.suiteName } : null);
  // Without a suite there is nothing to select: the first one is created here.
  const hasNone = projectId === undefined || (isListed && listed.data?.totalElements === 0);
  const suiteName = newSuite ?? (hasNone && !open ? 'My requests' : null);
  const chooseSuite = (choice: Choice | null) => {
    setChosen(choice);
    setFolder('');
  };
  return {
    projectId,
    project:
      chosenProject ??
      (openProjectId === undefined ? null : { value: openProjectId, label: openProject.data?.projectName ?? '' }),
    isProjectOpen: open !== undefined,
    suite,
    suiteName,
    newProject,
    folder,
    hasNone,
    chooseProject(choice: Choice) {
      setChosenProject(choice);
      chooseSuite(null);
      setNewSuite(null);
    },
    chooseSuite,
    setNewProject,
    setNewSuite,
    setFolder,
    problems: (): Partial<Record<Field, string>> => ({
      ...(projectId === undefined ? problemOf('project', projectName.safeParse(newProject)) : {}),
      ...(suiteName === null
        ? suite
          ? {}
          : { suite: 'Please select an option' }
        : problemOf('suite', suiteNameSchema.safeParse(suiteName))),
    }),
    place: (): SuitePlace => ({
      ...(projectId === undefined ? { newProjectName: newProject.trim() } : { projectId }),
      ...(suiteName === null ? { suiteId: suite?.value ?? '' } : { newSuiteName: suiteName.trim() }),
    }),
    /** Absent: the top of the suite. */
    inFolder: (): { folder?: string } => (suiteName === null && folder !== '' ? { folder } : {}),
  };
}
type Place = ReturnType<typeof useSuitePlace>;

/** SuitePlaceFields selects the workspace and suite of requests, or names new ones. */
export function SuitePlaceFields({
  place,
  problems,
  withFolder = true,
}: {
  place: Place;
  problems: Partial<Record<Field, string>>;
  withFolder?: boolean;
}) {
  const { projectId, project, suite, suiteName } = place;
  return (
    <>
      {projectId === undefined ? (
        <TextInput
          label="New project name"
          value={place.newProject}
          error={problems.project}
          onChange={(event) => place.setNewProject(event.currentTarget.value)}
        />
      ) : place.isProjectOpen ? null : (
        <RemoteSelect
          label="Project"
          placeholder="Choose, or search by name"
          source={projectChoices}
          nothingFound="No project has this name"
          value={project}
          error={problems.project}
          onChange={place.chooseProject}
        />
      )}
      {suiteName === null && projectId !== undefined ? (
        <RemoteSelect
          key={projectId}
          label="Test suite"
          placeholder="Choose, or search by name"
          source={suiteChoices(projectId)}
          nothingFound="No suite has this name"
          value={suite}
          error={problems.suite}
          onChange={place.chooseSuite}
        />
      ) : (
        <TextInput
          label="New suite name"
          value={suiteName ?? ''}
          error={problems.suite}
          onChange={(event) => place.setNewSuite(event.currentTarget.value)}
        />
      )}
      {withFolder && suiteName === null && suite ? (
        <FolderSelect suiteId={suite.value} folder={place.folder} onChange={place.setFolder} />
      ) : null}
      {place.hasNone ? null : (
        <div>
          <Button variant="subtle" size="compact-sm" onClick={() => place.setNewSuite(suiteName === null ? '' : null)}>
            {suiteName === null ? 'New suite' : 'Choose a suite'}
          </Button>
        </div>
      )}
    </>
  );
}

interface FolderProps {
  suiteId: string;
  folder: string;
  onChange: (folder: string) => void;
}

/** Hidden for a suite without folders. */
function FolderSelect({ suiteId, folder, onChange }: FolderProps) {
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
