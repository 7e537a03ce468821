import { Button, Progress, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DriftCheck, DriftFinding, DriftVerdict } from '@touchstone/contracts/service-virtualization';
import { GitCompareArrows } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '../../../../shared/format.ts';
import { toast, toastError } from '../../../../shared/toasts.ts';
import { BlankLines } from '../../../../ui/blank/blank.tsx';
import { EmptyState, Problem } from '../../../../ui/page.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import { StatusLabel } from '../../../../ui/status/status-glyph.tsx';
import { TableFoot } from '../../../../ui/table/table-foot.tsx';
import { driftFindingsQuery, useDriftMutations } from '../../api/drift.ts';
import { checkLooks, verdictLooks } from '../../model/verdicts.ts';
import recording from '../recording/recording.module.css';
import classes from './drift.module.css';
import { FindingRow } from './finding-row.tsx';

const size = 50;
const verdicts = ['changed', 'unreachable', 'same', 'skipped', 'waiting'] as const;

/** DriftResult shows the progress of a check and its findings. */
export function DriftResult({ check, canWrite }: { check: DriftCheck; canWrite: boolean }) {
  const { cancel } = useDriftMutations();
  const { checkId, status, total, counts, targetUrl, message } = check;
  const isRunning = status === 'running';
  const done = total - (counts.waiting ?? 0);
  return (
    <Panel
      title="Result"
      padded
      actions={
        isRunning && canWrite ? (
          <Button
            variant="default"
            disabled={cancel.isPending}
            onClick={() => cancel.mutate(checkId, { onError: toastError })}
          >
            Cancel check
          </Button>
        ) : null
      }
    >
      <div className={recording.part}>
        <div className={classes.counts} role="status">
          <StatusLabel status={checkLooks[status].status}>{checkLooks[status].word}</StatusLabel>
          <span className="num">{`${formatCount(done)} of ${formatCount(total)} checked`}</span>
          <span className="mono">{targetUrl}</span>
          <span className="dim">
            <RelativeTime at={check.startedAt} /> by {check.startedByName}
          </span>
        </div>
        {isRunning ? <Progress aria-label="Checked assets" value={total === 0 ? 0 : (done / total) * 100} /> : null}
        {message ? (
          <p className={recording.problem} role="alert">
            {message}
          </p>
        ) : null}
      </div>
      <div className={recording.wide}>
        <Findings check={check} canWrite={canWrite} />
      </div>
    </Panel>
  );
}

function Findings({ check, canWrite }: { check: DriftCheck; canWrite: boolean }) {
  const { checkId, counts, status, total } = check;
  const { apply } = useDriftMutations();
  const [chosen, setChosen] = useState<DriftVerdict | 'all'>();
  const [page, setPage] = useState(0);
  // By default changed findings are shown, if there are any.
  const verdict = chosen ?? ((counts.changed ?? 0) > 0 ? 'changed' : 'all');
  const place = { page, size, ...(verdict !== 'all' && { verdict }) };
  const findings = useQuery(driftFindingsQuery(checkId, place, status === 'running'));
  const rows = findings.data?.content;
  const applicable = (rows ?? []).filter(({ canApply }) => canApply);
  const take = (chosenRows: readonly DriftFinding[]) =>
    apply.mutate(
      { id: checkId, findingIds: chosenRows.map(({ findingId }) => findingId) },
      {
        onSuccess: ({ applied, left }) => {
          const [first] = left;
          if (first)
            toast('warning', `Applied: ${formatCount(applied)}. Left: ${formatCount(left.length)}. ${first.reason}`);
          else toast('success', `Applied: ${formatCount(applied)}.`);
        },
        onError: toastError,
      },
    );
  return (
    <>
      <div className={`${classes.filter} ${recording.call}`}>
        <SegmentedControl
          aria-label="Shown findings"
          data={[
            { value: 'all', label: `All ${formatCount(total)}` },
            ...verdicts
              .filter((one) => (counts[one] ?? 0) > 0 || one === verdict)
              .map((one) => ({ value: one, label: `${verdictLooks[one].word} ${formatCount(counts[one] ?? 0)}` })),
          ]}
          value={verdict}
          onChange={(value) => {
            setChosen(value as DriftVerdict | 'all');
            setPage(0);
          }}
        />
        {canWrite && applicable.length > 1 ? (
          <Button variant="default" disabled={apply.isPending} onClick={() => take(applicable)}>
            {`Apply ${formatCount(applicable.length)} answers`}
          </Button>
        ) : null}
      </div>
      {findings.error && !rows ? (
        <Problem error={findings.error} onRetry={() => void findings.refetch()} />
      ) : rows === undefined ? (
        <BlankLines count={6} line={28} />
      ) : rows.length === 0 ? (
        <EmptyState icon={<GitCompareArrows size={20} />} title="Nothing here">
          Choose other findings.
        </EmptyState>
      ) : (
        <ul className={classes.findings} aria-label="Findings">
          {rows.map((finding) => (
            <FindingRow
              key={finding.findingId}
              finding={finding}
              isBusy={apply.isPending}
              onApply={canWrite ? () => take([finding]) : undefined}
            />
          ))}
        </ul>
      )}
      <TableFoot noun="findings" total={findings.data?.totalElements ?? 0} page={page} size={size} onPage={setPage} />
    </>
  );
}
