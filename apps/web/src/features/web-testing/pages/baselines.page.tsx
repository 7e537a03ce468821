import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Baseline, RepositoryProject } from '@touchstone/contracts/web-testing';
import { Images } from 'lucide-react';
import { z } from 'zod';
import { counted, formatCount } from '../../../shared/format.ts';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { confirmAction } from '../../../ui/dialog/confirm-dialog.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { EmptyState, Page } from '../../../ui/page.tsx';
import { ListDetail } from '../../../ui/panes/list-detail.tsx';
import { RowMenu } from '../../../ui/table/row-menu.tsx';
import { baselinesQuery, useBaselineMutations } from '../api/baselines.ts';
import { BaselineView } from '../components/baselines/baseline-view.tsx';
import { NamedList } from '../components/named-list.tsx';
import { ProjectGate } from '../components/project/project-gate.tsx';
import classes from '../components/results/results.module.css';
import { useCanWrite } from '../model/use-may.ts';

const searchSchema = z.object({
  baseline: z.string().catch('').default(''),
  show: z.enum(['', 'unreviewed']).catch('').default(''),
});

/** BaselinesPage shows the pictures that a project's steps are compared with. */
export function BaselinesPage() {
  return (
    <ProjectGate title="Baselines">{(project) => <Baselines key={project.projectId} project={project} />}</ProjectGate>
  );
}

const isOpen = ({ current }: Baseline) => !current.isReviewed;
const noteOf = ({ testScriptName, target }: Baseline) => `${testScriptName ?? 'Deleted script'} · ${target}`;

function Baselines({ project }: { project: RepositoryProject }) {
  const { projectId, projectName } = project;
  const canWrite = useCanWrite(project);
  const baselines = useQuery(baselinesQuery(projectId));
  return (
    <Page title="Baselines" documentTitle={`Baselines · ${projectName}`}>
      <Loaded query={baselines}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState icon={<Images size={20} />} title="No baseline yet">
              A step with the keyword Verify Screenshot compares the page with a picture that you accepted.
            </EmptyState>
          ) : (
            <BaselineList all={all} canWrite={canWrite} />
          )
        }
      </Loaded>
    </Page>
  );
}

function BaselineList({ all, canWrite }: { all: readonly Baseline[]; canWrite: boolean }) {
  const [{ baseline: wanted, show }, setSearch] = useSearchState(searchSchema);
  const { remove } = useBaselineMutations();
  const open = all.filter(isOpen);
  const shown = show === 'unreviewed' ? open : all;
  const chosen = all.find(({ uuid }) => uuid === wanted) ?? shown[0];
  const askDelete = ({ uuid, name, versionCount }: Baseline) =>
    confirmAction({
      title: `Delete baseline ${name}?`,
      message: `Deletes ${counted(versionCount, 'version')}. The next run begins a new one. You can't undo this.`,
      confirm: 'Delete baseline',
      onConfirm: () => remove.mutateAsync(uuid),
    });
  return (
    <ListDetail
      listWidth={360}
      listName="Baselines"
      isOpen={wanted !== ''}
      onBack={() => setSearch({ baseline: '' })}
      list={
        <>
          {open.length > 0 || show !== '' ? (
            <div className={classes.filter}>
              <SegmentedControl
                aria-label="Baselines shown"
                value={show}
                data={[
                  { value: '', label: `All ${formatCount(all.length)}` },
                  { value: 'unreviewed', label: `To review ${formatCount(open.length)}` },
                ]}
                onChange={(next) => setSearch({ show: next as typeof show })}
              />
            </div>
          ) : null}
          <NamedList
            label="Baselines"
            items={shown.map((one) => ({ id: one.uuid, name: one.name, note: noteOf(one) }))}
            chosen={chosen?.uuid}
            onChoose={(uuid) => setSearch({ baseline: uuid })}
            menuOf={(id) => {
              const found = all.find(({ uuid }) => uuid === id);
              return found && canWrite ? (
                <RowMenu name={found.name} entries={[{ label: 'Delete baseline…', run: () => askDelete(found) }]} />
              ) : null;
            }}
          />
        </>
      }
      detail={chosen ? <BaselineView key={chosen.uuid} id={chosen.uuid} canWrite={canWrite} /> : null}
    />
  );
}
