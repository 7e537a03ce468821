import { Button, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RepositoryProject, Sprint, Suite } from '@touchstone/contracts/web-testing';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { formatCount } from '../../../shared/format.ts';
import { useHotkey } from '../../../shared/hotkeys.ts';
import type { Subject } from '../../../shared/subjects/subject-parts.ts';
import { useSubjectActions } from '../../../shared/subjects/use-subject-actions.tsx';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { confirmAction } from '../../../ui/dialog/confirm-dialog.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { EmptyState, Page } from '../../../ui/page.tsx';
import { ListDetail } from '../../../ui/panes/list-detail.tsx';
import { RowMenu } from '../../../ui/table/row-menu.tsx';
import { allSprintsQuery } from '../api/sprints.ts';
import { type SuitePlace, suiteQuery, suitesQuery, useSuiteMutations } from '../api/suites.ts';
import { NamedList } from '../components/named-list.tsx';
import { ProjectGate } from '../components/project/project-gate.tsx';
import { MoveSuiteDialog } from '../components/suites/move-suite-dialog.tsx';
import { SuiteDialog } from '../components/suites/suite-dialog.tsx';
import { SuiteMetrics } from '../components/suites/suite-metrics.tsx';
import { SuiteScripts } from '../components/suites/suite-scripts.tsx';
import { useCanWrite } from '../model/use-may.ts';

const testLab = 'TEST_LAB';

/** A suite as a subject for other features. */
const subjectOf = ({ uuid, projectUUID, testSuiteName }: Suite): Subject => ({
  kind: 'web-suite',
  id: uuid,
  projectId: projectUUID,
  name: testSuiteName,
  canWrite: true,
});
const searchSchema = z.object({
  sprint: z.string().catch('').default(''),
  suite: z.string().catch('').default(''),
  create: z.enum(['', 'suite']).catch('').default(''),
});

/** TestsPage shows the suites of the test lab or of a sprint, and runs them. */
export function TestsPage() {
  return <ProjectGate title="Test">{(project) => <Tests key={project.projectId} project={project} />}</ProjectGate>;
}

interface Open {
  kind: 'edit' | 'move';
  suite: Suite;
}

function Tests({ project }: { project: RepositoryProject }) {
  const { projectId, projectName } = project;
  const mayWrite = useCanWrite(project);
  const [{ sprint: inAddress, suite: wanted, create }, setSearch] = useSearchState(searchSchema);
  // A link to a suite doesn't need to know the suite's sprint.
  const [linked] = useState(inAddress === '' ? wanted : '');
  const home = useQuery({ ...suiteQuery(linked), enabled: linked !== '', retry: false }).data;
  const sprint = inAddress || (wanted === home?.uuid && home.sprintUUID) || '';
  const [open, setOpen] = useState<Open | null>(null);
  const sprints = useQuery(allSprintsQuery(projectId)).data ?? [];
  const place: SuitePlace = { projectUUID: projectId, sprintUUID: sprint };
  const suites = useQuery(suitesQuery(place));
  const { remove } = useSuiteMutations(place);
  const others = useSubjectActions('web-suite');
  const canWrite = mayWrite && sprints.find(({ uuid }) => uuid === sprint)?.sprintActive !== false;
  const begin = () => setSearch({ create: 'suite' });
  useHotkey('create', begin, canWrite);
  const chosen = suites.data?.find(({ uuid }) => uuid === wanted) ?? suites.data?.[0];
  const hasSuites = suites.data !== undefined && suites.data.length > 0;
  const button = canWrite ? (
    <Button variant={hasSuites ? 'default' : 'filled'} onClick={begin}>
      Create suite
    </Button>
  ) : null;
  const askDelete = ({ uuid, testSuiteName }: Suite) =>
    confirmAction({
      title: `Delete suite ${testSuiteName}?`,
      message: "Its scripts and the reports of its runs stay. You can't undo this.",
      confirm: 'Delete suite',
      onConfirm: () => remove.mutateAsync([uuid]),
    });
  return (
    <Page
      title="Test"
      documentTitle={`Test · ${projectName}`}
      meta={suites.data && <SuiteMetrics place={place} count={suites.data.length} />}
      actions={
        <>
          <PlaceSelect
            sprints={sprints}
            value={sprint}
            onChange={(value) => setSearch({ sprint: value, suite: '' }, { push: true })}
          />
          {hasSuites ? button : null}
        </>
      }
    >
      <Loaded query={suites}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState icon={<FlaskConical size={20} />} title="No suite yet" action={button}>
              A suite runs scripts one after the other. It lies in a sprint, or in the test lab.
            </EmptyState>
          ) : (
            <ListDetail
              listWidth={280}
              listName="Suites"
              isOpen={wanted !== ''}
              onBack={() => setSearch({ suite: '' })}
              list={
                <NamedList
                  label="Suites"
                  items={all.map(({ uuid, testSuiteName, scriptCount }) => ({
                    id: uuid,
                    name: testSuiteName,
                    note: formatCount(scriptCount),
                  }))}
                  chosen={chosen?.uuid}
                  onChoose={(uuid) => setSearch({ suite: uuid })}
                  menuOf={(id) => {
                    const found = all.find(({ uuid }) => uuid === id);
                    return found && mayWrite ? (
                      <SuiteMenu
                        suite={found}
                        canWrite={canWrite}
                        others={others.actions}
                        onOpen={setOpen}
                        onDelete={askDelete}
                      />
                    ) : null;
                  }}
                />
              }
              detail={chosen ? <SuiteScripts key={chosen.uuid} suite={chosen} canWrite={canWrite} /> : null}
            />
          )
        }
      </Loaded>
      {create && canWrite ? (
        <SuiteDialog
          place={place}
          onCreated={({ uuid }) => setSearch({ suite: uuid, create: '' })}
          onClose={() => setSearch({ create: '' })}
        />
      ) : null}
      {others.dialog}
      {open ? <OpenDialog open={open} place={place} onClose={() => setOpen(null)} /> : null}
    </Page>
  );
}

interface PlaceProps {
  sprints: readonly Sprint[];
  /** Empty for the test lab. */
  value: string;
  onChange: (sprintUUID: string) => void;
}

function PlaceSelect({ sprints, value, onChange }: PlaceProps) {
  return (
    <Select
      aria-label="Workspace"
      allowDeselect={false}
      data={[
        { value: testLab, label: 'Test Lab' },
        ...sprints.map(({ uuid, sprintName, sprintActive }) => ({
          value: uuid,
          label: sprintActive ? sprintName : `${sprintName} (completed)`,
        })),
      ]}
      value={value || testLab}
      onChange={(chosen) => chosen && onChange(chosen === testLab ? '' : chosen)}
    />
  );
}

interface MenuProps {
  suite: Suite;
  canWrite: boolean;
  /** Other features' actions on a suite. */
  others: ReturnType<typeof useSubjectActions>['actions'];
  onOpen: (open: Open) => void;
  onDelete: (suite: Suite) => void;
}

function SuiteMenu({ suite, canWrite, others, onOpen, onDelete }: MenuProps) {
  return (
    <RowMenu
      name={suite.testSuiteName}
      entries={[
        canWrite && { label: 'Edit suite', run: () => onOpen({ kind: 'edit', suite }) },
        { label: 'Move or copy…', run: () => onOpen({ kind: 'move', suite }) },
        ...others.map(({ label, start }) => canWrite && { label, run: () => start(subjectOf(suite)) }),
        canWrite && { label: 'Delete suite…', run: () => onDelete(suite) },
      ]}
    />
  );
}

interface OpenProps {
  open: Open;
  place: SuitePlace;
  onClose: () => void;
}

function OpenDialog({ open: { kind, suite }, place, onClose }: OpenProps) {
  return kind === 'edit' ? (
    <SuiteDialog place={place} suite={suite} onClose={onClose} />
  ) : (
    <MoveSuiteDialog suite={suite} onClose={onClose} />
  );
}
