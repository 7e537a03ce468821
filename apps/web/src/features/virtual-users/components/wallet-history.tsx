import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { VirtualUserTransaction } from '@touchstone/contracts/virtual-users';
import type { Project } from '@touchstone/contracts/workspaces';
import { useState } from 'react';
import { Problem } from '../../../ui/page.tsx';
import { RelativeTime } from '../../../ui/status/relative-time.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { TableFoot } from '../../../ui/table/table-foot.tsx';
import { historyQuery } from '../api/wallet.queries.ts';
import { titled } from '../model/titled-error.ts';
import { signed, transactionText } from '../model/transaction-text.ts';

const columns: Column<VirtualUserTransaction>[] = [
  { key: 'what', header: 'Change', cell: transactionText },
  { key: 'free', header: 'Free', width: 80, align: 'right', cell: (row) => signed(row.freeChange) },
  { key: 'paid', header: 'Paid', width: 80, align: 'right', cell: (row) => signed(row.paidChange) },
  { key: 'who', header: 'By', width: 150, cell: (row) => row.createdBy || <span className="dim">Touchstone</span> },
  { key: 'when', header: 'When', width: 120, cell: (row) => <RelativeTime at={row.createdAt} /> },
];

/** WalletHistory lists the changes of a wallet, ten per page. */
export function WalletHistory({ project }: { project: Project }) {
  const [choice, setChoice] = useState('private');
  const [page, setPage] = useState(1);
  const history = useQuery(historyQuery(choice === 'shared' ? project.projectId : undefined, page));
  if (history.isError)
    return <Problem error={titled('Unable to fetch history', history.error)} onRetry={() => void history.refetch()} />;
  return (
    <>
      <SegmentedControl
        mb="sm"
        aria-label="Which wallet"
        data={[
          { value: 'private', label: 'Private wallet' },
          { value: 'shared', label: 'Shared wallet' },
        ]}
        value={choice}
        onChange={(value) => {
          setChoice(value);
          setPage(1);
        }}
      />
      <DataTable
        label="Transaction history"
        columns={columns}
        rows={history.data?.content}
        rowKey={(row) => row.transactionId}
        rowLabel={transactionText}
        minWidth={560}
        empty={<p className="dim">Nothing has changed yet.</p>}
      />
      <TableFoot
        noun="changes"
        page={page - 1}
        size={10}
        total={history.data?.totalElements ?? 0}
        onPage={(next) => setPage(next + 1)}
      />
    </>
  );
}
