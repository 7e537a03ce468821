import { Button, Checkbox, SegmentedControl, Select, TextInput } from '@mantine/core';
import type { DriftCheck } from '@touchstone/contracts/service-virtualization';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../../../shared/toasts.ts';
import { Panel } from '../../../../ui/panel.tsx';
import { KeyValueGrid } from '../../../../ui/table/key-value-grid.tsx';
import type { KeyValueRow } from '../../../../ui/table/key-value-text.ts';
import { useDriftMutations } from '../../api/drift.ts';
import type { TreeSuite } from '../../model/suite-tree.ts';
import { upstreamProblem } from '../../model/upstream.ts';
import classes from '../recording/recording.module.css';

const everything = '';

interface Props {
  projectId: string;
  /** The last check, whose address and choices are the defaults. */
  last: DriftCheck | undefined;
  /** A service address known to the mock. */
  known: string | null | undefined;
  tree: readonly TreeSuite[];
  isRunning: boolean;
}

/** DriftForm starts a drift check. */
export function DriftForm({ projectId, last, known, tree, isRunning }: Props) {
  const { start } = useDriftMutations();
  const [targetUrl, setTargetUrl] = useState(last?.targetUrl ?? known ?? '');
  const [suiteId, setSuiteId] = useState(everything);
  const [isSafeOnly, setSafeOnly] = useState(last?.isSafeOnly ?? true);
  const [compares, setCompares] = useState<DriftCheck['compares']>(last?.compares ?? 'values');
  const [headers, setHeaders] = useState<KeyValueRow[]>([]);
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = upstreamProblem(targetUrl);
    setProblem(found);
    if (found !== undefined) return;
    const given = headers.flatMap(({ key, value, enabled }) =>
      enabled && key.trim() ? [{ name: key.trim(), value }] : [],
    );
    start.mutate({
      projectId,
      targetUrl: targetUrl.trim(),
      isSafeOnly,
      compares,
      headers: given,
      ...(suiteId && { suiteId }),
    });
  };
  return (
    <Panel title="Compare with the real service" padded>
      <form className={`form ${classes.part}`} noValidate onSubmit={submit}>
        <div className={classes.line}>
          <TextInput
            label="Service address"
            classNames={{ input: 'mono' }}
            placeholder="https://api.example.com"
            spellCheck={false}
            value={targetUrl}
            error={problem}
            onChange={(event) => {
              setTargetUrl(event.currentTarget.value);
              setProblem(undefined);
            }}
          />
          <Select
            label="Assets"
            allowDeselect={false}
            data={[
              { value: everything, label: 'All suites' },
              ...tree.map(({ suite, path }) => ({ value: suite.suiteId, label: path })),
            ]}
            value={suiteId}
            onChange={(value) => setSuiteId(value ?? everything)}
          />
        </div>
        <div className={classes.call} style={{ flexWrap: 'wrap' }}>
          <span>JSON compares</span>
          <SegmentedControl
            aria-label="JSON compares"
            data={[
              { value: 'values', label: 'Values' },
              { value: 'shape', label: 'Members and types' },
            ]}
            value={compares}
            onChange={(value) => setCompares(value as DriftCheck['compares'])}
          />
        </div>
        <Checkbox
          label="Only GET, HEAD and OPTIONS"
          description="Other methods may change data in the service."
          checked={isSafeOnly}
          onChange={(event) => setSafeOnly(event.currentTarget.checked)}
        />
        <div className={classes.part}>
          <KeyValueGrid<KeyValueRow>
            noun="header"
            heading="Headers for every request (optional)"
            rows={headers}
            make={(row) => row}
            withDescription={false}
            withBulk={false}
            keySuggestions={['Authorization', 'X-Api-Key']}
            onChange={setHeaders}
          />
          <p className="dim">
            Recorded credentials are masked, so send your own. They are deleted when the check ends.
          </p>
        </div>
        <div className={classes.foot}>
          {start.error ? (
            <p className={classes.problem} role="alert">
              {messageOf(start.error)}
            </p>
          ) : null}
          <Button type="submit" loading={start.isPending} disabled={isRunning}>
            Check drift
          </Button>
        </div>
      </form>
    </Panel>
  );
}
