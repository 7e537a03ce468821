import { ActionIcon, Button, Select, Switch, TextInput } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import type { Problems } from '../model/load-form.ts';
import type { ThresholdRow } from '../model/threshold-rows.ts';
import classes from './performance.module.css';

interface Props {
  rows: ThresholdRow[];
  /** Names of the requests in the run. */
  requests: string[];
  problems: Problems;
  onChange: (rows: ThresholdRow[]) => void;
}

/** ThresholdFields edits what decides whether the run passes. */
export function ThresholdFields({ rows, requests, problems, onChange }: Props) {
  const change = (id: number, patch: Partial<ThresholdRow>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...patch } : row)));
  const add = () =>
    onChange([
      ...rows,
      { id: Math.max(0, ...rows.map((row) => row.id)) + 1, request: '', expression: '', abortOnFail: false },
    ]);
  return (
    <>
      <div className={classes.rows}>
        {rows.map((row, index) => (
          <div key={row.id} className={classes.threshold}>
            <TextInput
              aria-label={`Threshold ${index + 1}`}
              placeholder="p95 < 300"
              value={row.expression}
              error={problems[`thresholds.${row.id}`]}
              onChange={(event) => change(row.id, { expression: event.currentTarget.value })}
            />
            <Select
              aria-label={`Target of threshold ${index + 1}`}
              allowDeselect={false}
              data={[{ value: '', label: 'All requests' }, ...requests.map((name) => ({ value: name, label: name }))]}
              value={row.request}
              onChange={(request) => change(row.id, { request: request ?? '' })}
            />
            <Switch
              label="Stop the run"
              aria-label={`Stop the run when threshold ${index + 1} fails`}
              checked={row.abortOnFail}
              onChange={(event) => change(row.id, { abortOnFail: event.currentTarget.checked })}
            />
            <ActionIcon
              aria-label={`Remove threshold ${index + 1}`}
              onClick={() => onChange(rows.filter((other) => other.id !== row.id))}
            >
              <X size={14} />
            </ActionIcon>
          </div>
        ))}
      </div>
      <p className={classes.hint}>
        Such as <code>p95 &lt; 300</code>, <code>avg &lt; 200</code>, <code>failed &lt; 1%</code>,{' '}
        <code>rate &gt; 100</code>, <code>checks &gt; 99%</code>; times in milliseconds.
      </p>
      <Button variant="subtle" mt="xs" leftSection={<Plus size={14} />} onClick={add}>
        Add threshold
      </Button>
    </>
  );
}
