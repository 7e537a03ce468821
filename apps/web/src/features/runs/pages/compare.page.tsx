import { Button, SegmentedControl, Select } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
  type RunAnswer,
  type RunComparison,
  runTitle,
  type StepChange,
  type StepPair,
  stepChanges,
} from '@touchstone/contracts/runs';
import { Link, useParams } from 'react-router';
import { z } from 'zod';
import { formatCount } from '../../../shared/format.ts';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { EmptyState, Page } from '../../../ui/page.tsx';
import { ListDetail } from '../../../ui/panes/list-detail.tsx';
import { StatusGlyph } from '../../../ui/status/status-glyph.tsx';
import { useRows } from '../../../ui/table/use-rows.ts';
import { comparisonQuery, earlierRunsQuery } from '../api/comparison.queries.ts';
import { runQuery } from '../api/runs.queries.ts';
import { ComparedPair } from '../components/compared-pair.tsx';
import classes from '../components/comparison.module.css';
import { runPaths } from '../paths.ts';

const searchSchema = z.object({
  with: z.string().catch('').default(''),
  show: z.enum(['differing', 'all']).catch('differing').default('differing'),
  step: z.string().catch('').default(''),
});
const changeWords: Record<StepChange, string> = {
  broken: 'Broken',
  fixed: 'Fixed',
  changed: 'Changed',
  added: 'Added',
  removed: 'Removed',
  same: 'Same',
};

/** ComparePage compares a run with the last one of the same tests that passed, or with a selected earlier one. */
export function ComparePage() {
  const { runId = '' } = useParams();
  return (
    <Loaded query={useQuery(runQuery(runId))} back={{ label: 'All runs', path: runPaths.list() }}>
      {(run) => <Compare key={runId} run={run} />}
    </Loaded>
  );
}

function Compare({ run }: { run: RunAnswer }) {
  const [{ with: withRunId, show }, setSearch] = useSearchState(searchSchema);
  const comparison = useInfiniteQuery(comparisonQuery(run.runId, { withRunId, steps: show }));
  const pages = comparison.data?.pages;
  return (
    <Page
      title={`Compare ${runTitle(run)}`}
      actions={
        <Button component={Link} to={run.link} variant="default">
          Open report
        </Button>
      }
    >
      <div className={classes.screen}>
        <div className={classes.bar}>
          <EarlierSelect run={run} value={withRunId} onChange={(next) => setSearch({ with: next, step: '' })} />
          <SegmentedControl
            aria-label="Steps shown"
            value={show}
            data={[
              { value: 'differing', label: 'Differences' },
              { value: 'all', label: 'All steps' },
            ]}
            onChange={(value) => setSearch({ show: value as typeof show, step: '' })}
          />
          {pages?.[0] ? <Totals comparison={pages[0]} /> : null}
        </div>
        <div className={classes.body}>
          <Loaded query={{ ...comparison, data: pages }}>
            {([first, ...others]) =>
              first ? (
                <Pairs
                  comparison={first}
                  pairs={[first, ...others].flatMap(({ steps }) => steps)}
                  onMore={comparison.hasNextPage ? () => void comparison.fetchNextPage() : undefined}
                />
              ) : null
            }
          </Loaded>
        </div>
      </div>
    </Page>
  );
}

/** Earlier runs of the same tests; the default is the last one that passed. */
function EarlierSelect({ run, value, onChange }: { run: RunAnswer; value: string; onChange: (runId: string) => void }) {
  const earlier = useQuery(earlierRunsQuery(run.runId)).data ?? [];
  const other = useQuery({
    ...runQuery(value),
    enabled: value !== '' && !earlier.some(({ runId }) => runId === value),
  });
  const all = other.data ? [other.data, ...earlier] : earlier;
  return (
    <Select
      label="Compare with"
      placeholder="Last passed run"
      clearable
      searchable
      nothingFoundMessage="No matching run"
      data={all.map((one) => ({
        value: one.runId,
        label: `${runTitle(one)} · ${one.executionStatus} · ${new Date(one.createdAt).toLocaleString()}`,
      }))}
      value={value === '' ? null : value}
      onChange={(next) => onChange(next ?? '')}
    />
  );
}

function Totals({ comparison: { before, totals } }: { comparison: RunComparison }) {
  return (
    <dl className={classes.totals}>
      <div>
        <dt className="dim">Earlier</dt>
        <dd>
          <Link className="link" to={before.link}>
            {runTitle(before)}
          </Link>
        </dd>
      </div>
      {stepChanges
        .filter((change) => totals[change] > 0)
        .map((change) => (
          <div key={change}>
            <dt className="dim">{changeWords[change]}</dt>
            <dd className="num">{formatCount(totals[change])}</dd>
          </div>
        ))}
    </dl>
  );
}

const keyOf = ({ before, after }: StepPair): string => after?.stepId ?? before?.stepId ?? '';

interface PairsProps {
  comparison: RunComparison;
  pairs: readonly StepPair[];
  onMore: (() => void) | undefined;
}

function Pairs({ comparison: { before, after }, pairs, onMore }: PairsProps) {
  const [{ step, show }, setSearch] = useSearchState(searchSchema);
  useRows();
  const chosen = pairs.find((pair) => keyOf(pair) === step) ?? pairs[0];
  if (!chosen)
    return (
      <EmptyState title={show === 'all' ? 'No steps' : 'No difference'}>
        {show === 'all' ? 'These runs have no steps.' : 'Both runs gave the same results.'}
      </EmptyState>
    );
  return (
    <ListDetail
      listWidth={480}
      listName="Steps"
      isOpen={step !== ''}
      onBack={() => setSearch({ step: '' })}
      list={
        <>
          <ul className={classes.list} aria-label="Steps">
            {pairs.map((pair) => (
              <li key={keyOf(pair)}>
                <PairRow pair={pair} isChosen={pair === chosen} onChoose={() => setSearch({ step: keyOf(pair) })} />
              </li>
            ))}
          </ul>
          {onMore ? (
            <div className={classes.more}>
              <Button variant="default" onClick={onMore}>
                Show more
              </Button>
            </div>
          ) : null}
        </>
      }
      detail={
        <div className={classes.detail}>
          <h2>{titleOf(chosen)}</h2>
          <ComparedPair key={keyOf(chosen)} pair={chosen} runIds={[before.runId, after.runId]} />
        </div>
      }
    />
  );
}

const titleOf = ({ before, after }: StepPair): string => (after ?? before)?.title ?? '';

function PairRow({ pair, isChosen, onChoose }: { pair: StepPair; isChosen: boolean; onChoose: () => void }) {
  const { change, before, after } = pair;
  const path = (after ?? before)?.path ?? [];
  return (
    <button
      type="button"
      className={classes.row}
      data-row
      aria-current={isChosen ? 'true' : undefined}
      onClick={onChoose}
    >
      {before ? <StatusGlyph status={before.status} /> : null}
      {before && after ? <span aria-hidden>→</span> : null}
      {after ? <StatusGlyph status={after.status} /> : null}
      <span className={classes.what}>
        {path.length > 0 ? <span className="dim ellipsis">{path.join(' › ')}</span> : null}
        <span className="ellipsis">{titleOf(pair)}</span>
      </span>
      <span className="dim">{changeWords[change]}</span>
    </button>
  );
}
