import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ClusteredStep, FailureCluster } from '@touchstone/contracts/api-testing';
import { runTitle } from '@touchstone/contracts/runs';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatCount } from '../../../../shared/format.ts';
import { Problem } from '../../../../ui/page.tsx';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import { StatusLabel } from '../../../../ui/status/status-glyph.tsx';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { TableFoot } from '../../../../ui/table/table-foot.tsx';
import { clusteredStepsQuery, type InsightScope } from '../../api/insights.queries.ts';
import { apiTestingPaths } from '../../paths.ts';

const pageSize = 20;

const columns: Column<ClusteredStep>[] = [
  {
    key: 'step',
    header: 'Step',
    cell: ({ runId, stepId, scriptName }) => (
      <Link className="link" to={apiTestingPaths.step(runId, stepId)}>
        {scriptName}
      </Link>
    ),
  },
  { key: 'message', header: 'Message', cell: ({ message }) => <span className="dim">{message}</span> },
  {
    key: 'run',
    header: 'Run',
    width: 150,
    cell: ({ runName, runNumber }) => runTitle({ name: runName, number: runNumber }),
  },
  {
    key: 'when',
    header: 'Finished',
    align: 'right',
    width: 110,
    cell: ({ finishedAt }) => <RelativeTime at={finishedAt} />,
  },
];

interface Props {
  scope: InsightScope;
  cluster: FailureCluster;
  onClose: () => void;
}

/** ClusterDialog lists the failed steps of a cluster, and its scripts with the flaky ones marked. */
export function ClusterDialog({ scope, cluster: { signature, template }, onClose }: Props) {
  const [page, setPage] = useState(0);
  const steps = useQuery(clusteredStepsQuery(scope, { signature, page, size: pageSize }));
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title={template || 'No message'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {steps.isError && !steps.data ? (
        <Problem error={steps.error} onRetry={() => void steps.refetch()} />
      ) : (
        <>
          <ul aria-label="Scripts" style={{ margin: '0 0 12px', paddingLeft: 18 }}>
            {steps.data?.scripts.map(({ scriptId, scriptName, suiteName, failures, isFlaky }) => (
              <li key={scriptId}>
                {scriptName}{' '}
                <span className="dim">
                  {suiteName} · {formatCount(failures)} failed
                </span>{' '}
                {isFlaky ? <StatusLabel status="flaky" /> : null}
              </li>
            ))}
          </ul>
          <DataTable
            label="Failed steps"
            minWidth={640}
            columns={columns}
            rows={steps.data?.content}
            rowKey={({ stepId }) => stepId}
            rowLabel={({ scriptName }) => scriptName}
            empty={<p className="dim">These steps are gone with their runs.</p>}
          />
          <TableFoot
            noun="failed steps"
            page={page}
            size={pageSize}
            total={steps.data?.totalElements ?? 0}
            onPage={setPage}
          />
        </>
      )}
    </Modal>
  );
}
