import { Button, Group } from '@mantine/core';
import type { ChainLink } from '@touchstone/contracts/api-testing';
import { useMemo, useState } from 'react';
import { formatCount } from '../../../../shared/format.ts';
import { EmptyState, Problem } from '../../../../ui/page.tsx';
import { MethodWord } from '../../../../ui/status/method-word.tsx';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import type { Proposal } from '../../api/generate.mutations.ts';
import { type LinkedRequest, linkKey, placeOf } from '../../model/shown-links.ts';
import classes from './generate.module.css';
import { LinkDialog } from './link-dialog.tsx';

interface Props {
  proposal: Proposal;
  isBusy: boolean;
  error: Error | null;
  onCreate: (links: ChainLink[]) => void;
  onBack: () => void;
}

/**
 * LinkReview shows which response values later requests use, with how certain that is and why; each link is kept,
 * edited or left out.
 */
export function LinkReview({ proposal: { requests, links: proposed }, isBusy, error, onCreate, onBack }: Props) {
  const [links, setLinks] = useState<readonly ChainLink[]>(proposed);
  const [kept, setKept] = useState<ReadonlySet<string>>(() => new Set(proposed.map(linkKey)));
  const [changing, setChanging] = useState<ChainLink>();
  const byId = useMemo(() => new Map(requests.map((one) => [one.request, one])), [requests]);
  const save = (changed: ChainLink) => {
    const { confidence: _confidence, reason: _reason, ...rest } = changed;
    setLinks(links.map((link) => (linkKey(link) === linkKey(changed) ? { ...rest, reason: 'Changed by you.' } : link)));
    setKept(new Set([...kept, linkKey(changed)]));
  };
  const chosen = links.filter((link) => kept.has(linkKey(link)));
  return (
    <>
      <p className={`dim ${classes.intro}`}>
        {formatCount(requests.length)} requests, {formatCount(proposed.length)} links found. Kept links become
        variables: the first request extracts the value, the other one uses it.
      </p>
      <DataTable
        label="Links"
        columns={columnsOf(byId)}
        rows={[...links]}
        rowKey={linkKey}
        rowLabel={placeOf}
        selected={kept}
        onSelect={setKept}
        onOpen={setChanging}
        minWidth={1000}
        empty={
          <EmptyState title="No links found">
            No request takes a value that another one answers. The workflow sends the requests one after the other.
          </EmptyState>
        }
      />
      {error ? <Problem error={error} /> : null}
      <Group className={classes.foot ?? ''} justify="flex-end" gap="sm">
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button loading={isBusy} onClick={() => onCreate(chosen)}>
          Create workflow
        </Button>
      </Group>
      {changing ? (
        <LinkDialog link={changing} requests={requests} onSave={save} onClose={() => setChanging(undefined)} />
      ) : null}
    </>
  );
}

function RequestName({ request }: { request: LinkedRequest | undefined }) {
  return request ? (
    <span className="row" style={{ gap: 6 }}>
      <MethodWord method={request.method} />
      <span className="ellipsis">{request.name}</span>
    </span>
  ) : null;
}

const columnsOf = (requests: ReadonlyMap<string, LinkedRequest>): Column<ChainLink>[] => [
  { key: 'name', header: 'Request', cell: ({ to }) => <RequestName request={requests.get(to.request)} /> },
  { key: 'place', header: 'Takes', width: 200, cell: placeOf },
  {
    key: 'from',
    header: 'From the response of',
    cell: ({ from }) => <RequestName request={requests.get(from.request)} />,
  },
  { key: 'path', header: 'Value', width: 110, cell: ({ from }) => <span className="mono">{from.path}</span> },
  { key: 'variable', header: 'Variable', width: 120, cell: ({ variable }) => <span className="mono">{variable}</span> },
  {
    key: 'confidence',
    header: 'Confidence',
    width: 100,
    align: 'right',
    cell: ({ confidence }) => (confidence === undefined ? '' : `${Math.round(confidence * 100)} %`),
  },
  { key: 'reason', header: 'Why', cell: ({ reason = '' }) => <span className={classes.reason}>{reason}</span> },
];
