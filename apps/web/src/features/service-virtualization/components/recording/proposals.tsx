import { Button, Checkbox, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { MockRecording, ProposedAsset } from '@touchstone/contracts/service-virtualization';
import { Disc } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { counted, formatBytes, formatCount } from '../../../../shared/format.ts';
import { messageOf, toast } from '../../../../shared/toasts.ts';
import { EmptyState, Problem } from '../../../../ui/page.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { MethodWord } from '../../../../ui/status/method-word.tsx';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { TableFoot } from '../../../../ui/table/table-foot.tsx';
import { firstPreview, previewQuery, type RecordingChoices, useRecordingMutations } from '../../api/recordings.ts';
import type { TreeSuite } from '../../model/suite-tree.ts';
import { virtualizationPaths } from '../../paths.ts';
import classes from './recording.module.css';

const { size } = firstPreview.place;
const newSuite = '';
const usualName = 'Recorded';
const repeats = [
  { value: 'sequence', label: 'In order' },
  { value: 'first', label: 'First answer' },
  { value: 'last', label: 'Last answer' },
];

interface Props {
  recording: MockRecording;
  tree: readonly TreeSuite[];
  canWrite: boolean;
}

/** Proposals lists the assets that a stopped recording would create, to select and save. */
export function Proposals({ recording, tree, canWrite }: Props) {
  const [choices, setChoices] = useState<RecordingChoices>(firstPreview.choices);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [page, setPage] = useState(0);
  const preview = useQuery(previewQuery(recording.recordingId, choices, { page, size }));
  const choose = (patch: Partial<RecordingChoices>) => {
    setChoices((before) => ({ ...before, ...patch }));
    setLeft(new Set());
    setPage(0);
  };
  const total = preview.data?.totalElements ?? 0;
  if (preview.error && !preview.data) return <Problem error={preview.error} onRetry={() => void preview.refetch()} />;
  return (
    <Panel title="Save as assets" note={preview.data ? countsOf(preview.data) : undefined} padded>
      <div className={classes.part}>
        <div className={classes.call} style={{ flexWrap: 'wrap' }}>
          <span>Repeated requests answer</span>
          <SegmentedControl
            aria-label="Repeated requests answer"
            data={repeats}
            value={choices.repeats}
            onChange={(value) => choose({ repeats: value as RecordingChoices['repeats'] })}
          />
        </div>
        <Checkbox
          label="Merge requests that differ only in a value, such as an id, into one asset with a template"
          checked={choices.parameterises}
          onChange={(event) => choose({ parameterises: event.currentTarget.checked })}
        />
        <div className={classes.wide}>
          <ProposalTable rows={preview.data?.content} left={left} onLeft={canWrite ? setLeft : undefined} />
          <TableFoot noun="assets" total={total} page={page} size={size} onPage={setPage} />
        </div>
        {canWrite && total > 0 ? (
          <SaveForm recording={recording} tree={tree} choices={choices} left={left} count={total - left.size} />
        ) : null}
      </div>
    </Panel>
  );
}

const countsOf = ({ calls, scenarios }: { calls: number; scenarios: number }): string =>
  `${counted(calls, 'call')}${scenarios > 0 ? ` · ${counted(scenarios, 'scenario')}` : ''}`;

const columns: Column<ProposedAsset>[] = [
  {
    key: 'name',
    header: 'Request',
    cell: ({ method, path }) => (
      <span className={classes.call} title={`${method} ${path}`}>
        <MethodWord method={method} />
        <span className="mono ellipsis">{path}</span>
      </span>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    width: 70,
    align: 'right',
    cell: ({ status }) => <span className="num">{status}</span>,
  },
  {
    key: 'kind',
    header: 'Answers',
    width: 130,
    cell: ({ step, isParameterised }) =>
      step ? `Step ${step.step} of ${step.of}` : isParameterised ? 'With a template' : 'Always the same',
  },
  {
    key: 'calls',
    header: 'Calls',
    width: 70,
    align: 'right',
    cell: ({ calls }) => <span className="num">{formatCount(calls)}</span>,
  },
  {
    key: 'size',
    header: 'Size',
    width: 90,
    align: 'right',
    cell: ({ sizeBytes }) => <span className="num">{formatBytes(sizeBytes)}</span>,
  },
];

interface TableProps {
  rows: ProposedAsset[] | undefined;
  left: ReadonlySet<string>;
  onLeft: ((left: ReadonlySet<string>) => void) | undefined;
}

function ProposalTable({ rows, left, onLeft }: TableProps) {
  const chosen = new Set((rows ?? []).map(({ callId }) => callId).filter((id) => !left.has(id)));
  const select = (selected: Set<string>) => {
    const next = new Set(left);
    for (const { callId } of rows ?? []) {
      if (selected.has(callId)) next.delete(callId);
      else next.add(callId);
    }
    onLeft?.(next);
  };
  return (
    <DataTable
      label="Proposed assets"
      columns={columns}
      rows={rows}
      rowKey={({ callId }) => callId}
      rowLabel={({ name, step }) => (step ? `${name} (${step.step} of ${step.of})` : name)}
      {...(onLeft && { selected: chosen, onSelect: select })}
      minWidth={620}
      empty={
        <EmptyState icon={<Disc size={20} />} title="Nothing was recorded">
          No call reached the service, or the rules left all of them out.
        </EmptyState>
      }
    />
  );
}

interface SaveProps {
  recording: MockRecording;
  tree: readonly TreeSuite[];
  choices: RecordingChoices;
  left: ReadonlySet<string>;
  count: number;
}

function SaveForm({ recording, tree, choices, left, count }: SaveProps) {
  const navigate = useNavigate();
  const { save } = useRecordingMutations();
  const [suiteId, setSuiteId] = useState(newSuite);
  const [name, setName] = useState(usualName);
  const [isEnabled, setEnabled] = useState(true);
  const isNew = suiteId === newSuite;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const suite = isNew ? { suiteName: name.trim() || usualName } : { suiteId };
    const body = { ...choices, leaveOut: [...left], isEnabled, ...suite };
    // The list may learn that the recording is saved, and unmount this form, before the response arrives.
    const saved = await save.mutateAsync({ id: recording.recordingId, ...body }).catch(() => undefined);
    if (!saved) return;
    const { created, disabled } = saved;
    const off = disabled > 0 ? ` Off: ${formatCount(disabled)}. The plan allows no more active APIs.` : '';
    toast(disabled > 0 ? 'warning' : 'success', `Created: ${formatCount(created)}.${off}`, 'Assets are saved');
    await navigate(virtualizationPaths.overview({ suite: saved.suiteId }));
  };
  return (
    <form className={`form ${classes.part}`} noValidate onSubmit={(event) => void submit(event)}>
      <div className={classes.line}>
        <Select
          label="Suite"
          allowDeselect={false}
          searchable
          data={[
            { value: newSuite, label: 'Suite by name' },
            ...tree.map(({ suite, path }) => ({ value: suite.suiteId, label: path })),
          ]}
          value={suiteId}
          onChange={(value) => setSuiteId(value ?? newSuite)}
        />
        {isNew ? (
          <TextInput
            label="Suite name"
            maxLength={255}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        ) : null}
      </div>
      <Checkbox
        label="Switch the assets on"
        checked={isEnabled}
        onChange={(event) => setEnabled(event.currentTarget.checked)}
      />
      <div className={classes.foot}>
        {save.error ? (
          <p className={classes.problem} role="alert">
            {messageOf(save.error)}
          </p>
        ) : null}
        <Button type="submit" loading={save.isPending} disabled={count === 0}>
          {count === 1 ? 'Save 1 asset' : `Save ${counted(count, 'asset')}`}
        </Button>
      </div>
    </form>
  );
}
