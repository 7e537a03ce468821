import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RepositoryScript, Suite } from '@touchstone/contracts/web-testing';
import { ListPlus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { toastError } from '../../../../shared/toasts.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { EmptyState } from '../../../../ui/page.tsx';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import { StatusLabel } from '../../../../ui/status/status-glyph.tsx';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { RowMenu } from '../../../../ui/table/row-menu.tsx';
import { suiteScriptsQuery, useSuiteMutations } from '../../api/suites.ts';
import { webTestingPaths } from '../../paths.ts';
import { RunDialog } from '../results/run-dialog.tsx';
import { AddScriptsDialog } from './add-scripts-dialog.tsx';

/** SuiteScripts shows the scripts of a suite in execution order, edits the list, and runs the suite. */
export function SuiteScripts({ suite, canWrite }: { suite: Suite; canWrite: boolean }) {
  const { uuid, testSuiteName, description, projectUUID, sprintUUID, lastRun } = suite;
  const scripts = useQuery(suiteScriptsQuery(uuid));
  const { setScripts } = useSuiteMutations({ projectUUID, sprintUUID: sprintUUID ?? '' });
  const [open, setOpen] = useState<'add' | 'run' | null>(null);
  const all = scripts.data ?? [];
  const put = (next: readonly RepositoryScript[]) =>
    void setScripts.mutateAsync({ suiteUUID: uuid, scriptUUIDs: next.map((script) => script.uuid) }).catch(toastError);
  const add = canWrite ? (
    <Button variant="default" onClick={() => setOpen('add')}>
      Add scripts
    </Button>
  ) : null;
  return (
    <>
      <Group gap="sm" px={16} py={8}>
        <div className="grow" style={{ minWidth: 0 }}>
          <strong className="ellipsis">{testSuiteName}</strong>
          {description ? <div className="dim ellipsis">{description}</div> : null}
        </div>
        {lastRun ? (
          <Link to={webTestingPaths.result(lastRun.runId)} style={{ color: 'inherit' }}>
            <StatusLabel status={lastRun.status}>
              <RelativeTime at={lastRun.at} />
            </StatusLabel>
          </Link>
        ) : null}
        {all.length > 0 ? add : null}
        {canWrite && all.length > 0 ? <Button onClick={() => setOpen('run')}>Run suite</Button> : null}
      </Group>
      <Loaded query={scripts}>
        {(rows) => (
          <DataTable
            label="Scripts of the suite"
            rows={rows}
            rowKey={(script) => script.uuid}
            rowLabel={({ testScriptName }) => testScriptName}
            columns={columnsOf(rows, canWrite ? put : undefined)}
            empty={
              <EmptyState icon={<ListPlus size={20} />} title="This suite has no scripts yet" action={add}>
                A suite runs scripts of the project one after the other.
              </EmptyState>
            }
          />
        )}
      </Loaded>
      {open === 'add' ? <AddScriptsDialog suite={suite} scripts={all} onClose={() => setOpen(null)} /> : null}
      {open === 'run' ? <RunDialog suite={suite} scripts={all} onClose={() => setOpen(null)} /> : null}
    </>
  );
}

function columnsOf(
  rows: readonly RepositoryScript[],
  put: ((next: readonly RepositoryScript[]) => void) | undefined,
): Column<RepositoryScript>[] {
  const placed = (script: RepositoryScript, by: -1 | 1) => {
    const from = rows.indexOf(script);
    const without = rows.toSpliced(from, 1);
    return without.toSpliced(from + by, 0, script);
  };
  return [
    {
      key: 'place',
      header: '#',
      width: 48,
      cell: (script) => <span className="num dim">{rows.indexOf(script) + 1}</span>,
    },
    {
      key: 'name',
      header: 'Script',
      cell: ({ uuid, testScriptName }) => (
        <Link className="link" to={webTestingPaths.steps(uuid)}>
          {testScriptName}
        </Link>
      ),
    },
    { key: 'module', header: 'Module', width: 180, cell: ({ moduleName }) => moduleName },
    {
      key: 'run',
      header: 'Last run',
      width: 150,
      cell: ({ lastRun }) =>
        lastRun ? (
          <StatusLabel status={lastRun.status}>
            <RelativeTime at={lastRun.at} />
          </StatusLabel>
        ) : (
          <span className="dim">Never</span>
        ),
    },
    {
      key: 'actions',
      header: '',
      width: 48,
      align: 'right',
      cell: (script) =>
        put ? (
          <RowMenu
            name={script.testScriptName}
            entries={[
              rows.indexOf(script) > 0 && { label: 'Move up', run: () => put(placed(script, -1)) },
              rows.indexOf(script) < rows.length - 1 && { label: 'Move down', run: () => put(placed(script, 1)) },
              { label: 'Remove from suite', run: () => put(rows.filter((each) => each !== script)) },
            ]}
          />
        ) : null,
    },
  ];
}
