import { useQuery } from '@tanstack/react-query';
import { fillDays } from '../../../shared/day-range.ts';
import { counted, formatCount, formatPercent } from '../../../shared/format.ts';
import { DayChart } from '../../../ui/chart/day-chart.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import {
  consolidatedQuery,
  contributionsQuery,
  type DashboardScope,
  recentTestsQuery,
  usageQuery,
} from '../api/dashboard.queries.ts';
import classes from './dashboard.module.css';
import { TestList } from './test-list.tsx';

/** UsageWidget shows the stacked outcomes per day. */
export function UsageWidget({ scope }: { scope: DashboardScope }) {
  const usage = useQuery(usageQuery(scope));
  return (
    <Loaded query={usage} height={182}>
      {(days) => (
        <div style={{ padding: 16 }}>
          <DayChart
            label="Runs per day by outcome"
            days={fillDays(
              days.map(({ runs, ...day }) => ({ ...day, total: runs })),
              scope,
              (date) => ({ date, total: 0, passed: 0, failed: 0, error: 0 }),
            )}
          />
        </div>
      )}
    </Loaded>
  );
}

/** RecentTestsWidget lists the last runs. */
export function RecentTestsWidget({ scope: { teamUuid } }: { scope: DashboardScope }) {
  const recent = useQuery({ ...recentTestsQuery({ teamUuid }), refetchInterval: 30_000 });
  return (
    <Loaded query={recent} isEmpty={(tests) => tests.length === 0} empty="Nothing has run yet.">
      {(tests) => <TestList label="Recent tests" tests={tests} />}
    </Loaded>
  );
}

/** ServicesWidget compares the services of the product: their contents, and the results of their runs. */
export function ServicesWidget({ scope }: { scope: DashboardScope }) {
  const services = useQuery(consolidatedQuery(scope));
  return (
    <Loaded query={services}>
      {(rows) => (
        <DataTable
          label="Services"
          minWidth={440}
          rows={rows}
          rowKey={(row) => row.serviceName}
          rowLabel={(row) => row.serviceName}
          columns={[
            { key: 'service', header: 'Service', cell: (row) => row.serviceName },
            {
              key: 'workspaces',
              header: 'Workspaces',
              align: 'right',
              width: 96,
              cell: (row) => formatCount(row.workspaces),
            },
            { key: 'tests', header: 'Tests', align: 'right', width: 72, cell: (row) => formatCount(row.tests) },
            { key: 'runs', header: 'Runs', align: 'right', width: 72, cell: (row) => formatCount(row.runs) },
            {
              key: 'passed',
              header: 'Passed',
              align: 'right',
              width: 80,
              cell: (row) => (row.runs > row.running + row.cancelled ? formatPercent(row.passedPercent) : '–'),
            },
          ]}
        />
      )}
    </Loaded>
  );
}

/** ContributionsWidget ranks users by number of runs. */
export function ContributionsWidget({ scope }: { scope: DashboardScope }) {
  const people = useQuery(contributionsQuery(scope));
  return (
    <Loaded query={people} isEmpty={(rows) => rows.length === 0} empty="No runs in this period.">
      {(rows) => {
        const most = Math.max(...rows.map(({ runs }) => runs));
        return (
          <ol className={classes.people} style={{ padding: 16 }}>
            {rows.map(({ userId, name, runs, passed }) => (
              <li key={userId}>
                <span className="ellipsis">{name}</span>
                <span className="num">
                  {counted(runs, 'run')}, <span className="dim">{formatCount(passed)} passed</span>
                </span>
                <span className={classes.bar} aria-hidden>
                  <span style={{ width: `${(runs / most) * 100}%` }} />
                </span>
              </li>
            ))}
          </ol>
        );
      }}
    </Loaded>
  );
}
