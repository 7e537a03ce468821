import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Project } from '@touchstone/contracts/workspaces';
import { useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import { fillDays } from '../../../../shared/day-range.ts';
import { formatCount, formatPercent } from '../../../../shared/format.ts';
import { type PeriodSearch, periodSearchSchema, rangeOf } from '../../../../shared/period.ts';
import { useSearchState } from '../../../../shared/use-search-state.ts';
import { DayChart } from '../../../../ui/chart/day-chart.tsx';
import { SegmentedBar } from '../../../../ui/chart/segmented-bar.tsx';
import { StatTiles } from '../../../../ui/chart/stat-tile.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { PeriodSelect } from '../../../../ui/select/period-select.tsx';
import { MethodWord } from '../../../../ui/status/method-word.tsx';
import { StatusGlyph } from '../../../../ui/status/status-glyph.tsx';
import { WalletButton } from '../../../virtual-users/index.ts';
import { reportsQuery } from '../../api/executions.queries.ts';
import {
  everydayQuery,
  executionCountQuery,
  executionPercentageQuery,
  mostFailedQuery,
  projectDetailsQuery,
} from '../../api/projects.queries.ts';
import { apiTestingPaths } from '../../paths.ts';
import { RunsTable } from '../report/runs-table.tsx';
import classes from './workspace-dashboard.module.css';

/** Says which days the figures cover. */
const periodWords = ({ days, from, to }: PeriodSearch): string =>
  from && to ? `${from} – ${to}` : `last ${days} days`;

/** WorkspaceDashboard shows a workspace's contents and the results of its runs. */
export function WorkspaceDashboard({ project }: { project: Project }) {
  const { projectId } = project;
  const navigate = useNavigate();
  const [period, setPeriod] = useSearchState(periodSearchSchema);
  const range = useMemo(() => ({ projectId, ...rangeOf(period) }), [projectId, period]);
  const days = periodWords(period);
  const details = useQuery(projectDetailsQuery(projectId));
  const counts = useQuery(executionCountQuery(range));
  const everyday = useQuery(everydayQuery(range));
  const percentage = useQuery(executionPercentageQuery(range));
  const mostFailed = useQuery(mostFailedQuery(range));
  const runs = useQuery(reportsQuery({ projectId, page: 0, size: 5 }));
  const share = percentage.data;
  const shown = (value: number | undefined) => (value === undefined ? '–' : formatCount(value));
  return (
    <div className={classes.board}>
      <div className={`wraps ${classes.head}`}>
        <div className="grow">
          <h2 className={`${classes.title} ellipsis`}>{project.projectName}</h2>
          <p className="dim">
            {project.workspaceType === 'SHARED' ? 'Shared' : 'Private'} workspace · {project.workspacePlan} plan
          </p>
          {project.projectDescription ? <p className="dim">{project.projectDescription}</p> : null}
        </div>
        <PeriodSelect value={period} range={range} onChange={setPeriod} />
        <WalletButton project={project} />
        <Button variant="default" component={Link} to={apiTestingPaths.suites(projectId)}>
          Open test suites
        </Button>
      </div>
      <StatTiles
        stats={[
          { label: 'Suites', value: shown(details.data?.suites) },
          { label: 'Scripts', value: shown(details.data?.scripts) },
          { label: 'Environments', value: shown(details.data?.environments) },
          { label: 'Runs', value: shown(details.data?.runs), note: 'in all' },
          { label: 'Executions', value: shown(counts.data?.executions), note: days },
          {
            label: 'Passed',
            value: share && share.total > 0 ? formatPercent(share.passedPercent) : '–',
            note: `of steps, ${days}`,
          },
        ]}
      />
      <div className={classes.pair}>
        <Panel title="Runs per day" note={days} padded>
          <DayChart
            label={`Runs per day, ${days}`}
            days={fillDays(everyday.data?.days ?? [], range, (date) => ({
              date,
              total: 0,
              passed: 0,
              failed: 0,
              error: 0,
            }))}
          />
        </Panel>
        <Panel title="Steps by result" note={days} padded>
          {share && share.total > 0 ? (
            <>
              <p className={`${classes.big} num`}>
                {formatPercent(share.passedPercent)} <span className="dim">passed</span>
              </p>
              <SegmentedBar
                height={10}
                counts={{
                  total: share.total,
                  passed: share.passed,
                  failed: share.failed,
                  error: share.error,
                  queued: 0,
                  running: 0,
                  skipped: 0,
                  cancelled: 0,
                }}
              />
              <ul className={classes.legend}>
                {(['passed', 'failed', 'error'] as const).map((status) => (
                  <li key={status}>
                    <StatusGlyph status={status} decorative />
                    <span className="num">{formatCount(share[status])}</span>
                    <span className="dim">{status === 'error' ? 'could not run' : status}</span>
                  </li>
                ))}
              </ul>
            </>
          ) : (
            <p className="dim">{share ? 'No step ran in this period. Run a suite to see its share here.' : null}</p>
          )}
        </Panel>
      </div>
      <div className={classes.pair}>
        <Panel
          title="Latest runs"
          actions={
            <Link className="link" style={{ paddingRight: 8 }} to={apiTestingPaths.reports(projectId)}>
              All runs
            </Link>
          }
        >
          <RunsTable
            compact
            runs={runs.data?.content}
            onOpen={(run) => void navigate(apiTestingPaths.report(run.runId))}
            empty={<p className={classes.none}>Nothing has run yet in this project.</p>}
          />
        </Panel>
        <Panel title="Most failed APIs" note={days}>
          {mostFailed.data?.apis.length ? (
            <ol className={classes.ranking}>
              {mostFailed.data.apis.slice(0, 6).map((item) => (
                <li key={item.scriptId}>
                  <MethodWord method={item.method} width={44} />
                  <span className="grow ellipsis" title={item.url}>
                    {item.scriptName}
                  </span>
                  <span className="num">
                    {formatCount(item.failed)} <span className="dim">of {formatCount(item.total)}</span>
                  </span>
                </li>
              ))}
            </ol>
          ) : (
            <p className={classes.none}>{mostFailed.data ? 'No API failed in this period.' : null}</p>
          )}
        </Panel>
      </div>
    </div>
  );
}
