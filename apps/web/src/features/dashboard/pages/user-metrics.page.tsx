import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { formatCount, formatPercent } from '../../../shared/format.ts';
import { rangeOf } from '../../../shared/period.ts';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { EmptyState, Page, Problem } from '../../../ui/page.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { RelativeTime } from '../../../ui/status/relative-time.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { FilterInput } from '../../../ui/table/filter-input.tsx';
import { TableFoot } from '../../../ui/table/table-foot.tsx';
import { userMetricsQuery } from '../api/dashboard.queries.ts';
import classes from '../components/dashboard.module.css';
import { UsageWidget } from '../components/list-widgets.tsx';
import { OutcomesWidget, WaitingWidget } from '../components/number-widgets.tsx';
import { ScopeBar } from '../components/scope-bar.tsx';
import { userMetricsSearchSchema, userMetricsSize } from '../model/user-metrics-search.ts';

/** UserMetricsPage shows administrators how much each user ran, and how busy the installation is. */
export function UserMetricsPage() {
  const [search, setSearch] = useSearchState(userMetricsSearchSchema);
  const range = rangeOf(search);
  const scope = { teamUuid: undefined, ...range };
  const { q, page } = search;
  const users = useQuery(
    userMetricsQuery({ page: page - 1, size: userMetricsSize, searchTerm: q || undefined, ...range }),
  );
  return (
    <Page title="User metrics" meta="What each user of the organization ran">
      <ScopeBar
        search={search}
        setSearch={(patch) => setSearch({ ...patch, page: 1 })}
        scope={scope}
        withTeam={false}
      />
      <div className={classes.board}>
        <Panel title="Runs per day">
          <UsageWidget scope={scope} />
        </Panel>
        <Panel title="Outcomes">
          <OutcomesWidget scope={scope} />
        </Panel>
        <div className={classes.widget} data-width="full">
          <Panel title="Waiting time">
            <WaitingWidget scope={scope} />
          </Panel>
        </div>
        <div className={classes.widget} data-width="full">
          <Panel
            title="Users"
            actions={
              <FilterInput
                label="Filter users"
                value={q}
                onChange={(next) => setSearch({ q: next, page: 1 })}
                width={180}
              />
            }
          >
            {users.isError ? (
              <Problem error={users.error} onRetry={() => void users.refetch()} />
            ) : (
              <DataTable
                label="Users"
                minWidth={720}
                rows={users.data?.content}
                rowKey={(user) => user.userId}
                rowLabel={(user) => user.name}
                columns={[
                  { key: 'name', header: 'Name', cell: (user) => user.name },
                  { key: 'login', header: 'E-mail', cell: (user) => user.login },
                  { key: 'runs', header: 'Runs', align: 'right', width: 72, cell: (user) => formatCount(user.runs) },
                  {
                    key: 'failed',
                    header: 'Failed',
                    align: 'right',
                    width: 72,
                    cell: (user) => formatCount(user.failed),
                  },
                  {
                    key: 'error',
                    header: 'Errors',
                    align: 'right',
                    width: 72,
                    cell: (user) => formatCount(user.error),
                  },
                  {
                    key: 'passed',
                    header: 'Passed',
                    align: 'right',
                    width: 80,
                    cell: ({ passed, failed, error }) =>
                      passed + failed + error > 0 ? formatPercent((passed / (passed + failed + error)) * 100) : '–',
                  },
                  {
                    key: 'seen',
                    header: 'Last sign-in',
                    width: 130,
                    cell: (user) => <RelativeTime at={user.lastLoginAt} />,
                  },
                ]}
                empty={
                  <EmptyState
                    icon={<Users size={20} />}
                    title="No matching users"
                    action={
                      <Button variant="default" onClick={() => setSearch({ q: '', page: 1 })}>
                        Show all users
                      </Button>
                    }
                  >
                    No user has this name.
                  </EmptyState>
                }
              />
            )}
            <TableFoot
              noun="users"
              page={page - 1}
              size={userMetricsSize}
              total={users.data?.totalElements ?? 0}
              onPage={(next) => setSearch({ page: next + 1 }, { push: true })}
            />
          </Panel>
        </div>
      </div>
    </Page>
  );
}
