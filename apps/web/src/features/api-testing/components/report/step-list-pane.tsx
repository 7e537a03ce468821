import { ActionIcon, Button, Select } from '@mantine/core';
import type { ExecutionSummary, StepSummary } from '@touchstone/contracts/api-testing';
import { runStatusSchema } from '@touchstone/contracts/runs';
import { ArrowDownNarrowWide, ListOrdered, ListX } from 'lucide-react';
import { useMemo } from 'react';
import { z } from 'zod';
import { counted, formatCount } from '../../../../shared/format.ts';
import { useHotkey } from '../../../../shared/hotkeys.ts';
import { EmptyState } from '../../../../ui/page.tsx';
import { FilterInput } from '../../../../ui/table/filter-input.tsx';
import { Tip } from '../../../../ui/tip/tip.tsx';
import { apiTestingKeys } from '../../hotkeys.ts';
import type { RunView } from '../../model/run/run-store.ts';
import { arrangeSteps } from '../../model/run/step-list.ts';
import classes from './report.module.css';
import { RowsSkeleton } from './report-skeleton.tsx';
import { StepList } from './step-list.tsx';

/** State of a report in the address. */
export const reportSearchSchema = z.object({
  status: runStatusSchema.optional().catch(undefined),
  suite: z.string().optional().catch(undefined),
  q: z.string().catch('').default(''),
  sort: z.enum(['failed', 'plan']).catch('failed').default('failed'),
  step: z.string().optional().catch(undefined),
});
export type ReportSearch = z.infer<typeof reportSearchSchema>;

interface Props {
  run: ExecutionSummary;
  view: RunView;
  search: ReportSearch;
  onSearch: (patch: Partial<ReportSearch>) => void;
  selectedId: string | undefined;
  onSelect: (step: StepSummary) => void;
}

const hints = {
  failed: 'Failed first; switch to the order of the plan',
  plan: 'In the order of the plan; switch to failed first',
};

/** StepListPane filters and sorts the steps of a run. */
export function StepListPane({ run, view, search, onSearch, selectedId, onSelect }: Props) {
  const { sort, status, suite, q: text } = search;
  const items = useMemo(
    () => arrangeSteps(view.steps, view.counts.total, { sort, status, suite, text }),
    [view.steps, view.counts.total, sort, status, suite, text],
  );
  const toggleSort = () => onSearch({ sort: sort === 'failed' ? 'plan' : 'failed' });
  useHotkey(apiTestingKeys.failedFirst, toggleSort);
  const loading = view.loaded < view.counts.total;
  const manySuites = run.suites.length > 1;
  const filtered = status || suite || text ? items.filter((item) => item.kind === 'step').length : undefined;
  return (
    <div className={classes.listPane}>
      <div className={classes.listBar}>
        <div className="grow">
          <FilterInput label="Filter steps" value={text} onChange={(q) => onSearch({ q })} width={200} />
        </div>
        {manySuites ? (
          <Select
            w={150}
            aria-label="Suite"
            placeholder="All suites"
            clearable
            data={run.suites.map((item) => ({ value: item.suiteId, label: item.suiteName }))}
            value={suite ?? null}
            onChange={(value) => onSearch({ suite: value ?? undefined })}
          />
        ) : null}
        <Tip label={hints[sort]}>
          <ActionIcon variant="default" aria-label="Failed first" aria-pressed={sort === 'failed'} onClick={toggleSort}>
            {sort === 'failed' ? <ArrowDownNarrowWide size={15} /> : <ListOrdered size={15} />}
          </ActionIcon>
        </Tip>
      </div>
      {items.length > 0 ? (
        <StepList
          items={items}
          steps={view.steps}
          selectedId={selectedId}
          onSelect={onSelect}
          showSuite={sort === 'failed' && manySuites}
          projectId={run.projectId}
          runId={run.runId}
          marksFlaky={view.completed}
          filterKey={`${sort} ${status} ${suite} ${text}`}
        />
      ) : loading ? (
        <RowsSkeleton />
      ) : (
        <div className="grow">
          <EmptyState
            icon={<ListX size={20} />}
            title="No step matches"
            action={
              <Button variant="default" onClick={() => onSearch({ q: '', status: undefined, suite: undefined })}>
                Clear the filter
              </Button>
            }
          >
            Change or clear the filter to see other steps.
          </EmptyState>
        </div>
      )}
      <div className={`${classes.foot} num`}>
        {filtered === undefined ? '' : `${formatCount(filtered)} of `}
        {counted(view.counts.total, 'step')}
        {loading ? ` · reading, ${formatCount(view.loaded)} so far` : ''}
      </div>
    </div>
  );
}
