import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LayoutDashboard, Settings2 } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { Link } from 'react-router';
import { servicesQuery } from '../../../shared/access/access.queries.ts';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { EmptyState, Page } from '../../../ui/page.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { countsQuery, type DashboardScope, layoutQuery, useSaveLayout } from '../api/dashboard.queries.ts';
import classes from '../components/dashboard.module.css';
import { ContributionsWidget, RecentTestsWidget, ServicesWidget, UsageWidget } from '../components/list-widgets.tsx';
import { CountsWidget, OutcomesWidget, WaitingWidget } from '../components/number-widgets.tsx';
import { ScopeBar } from '../components/scope-bar.tsx';
import { WidgetTools } from '../components/widget-tools.tsx';
import { dashboardSearchSchema } from '../model/dashboard-search.ts';
import { useScope } from '../model/use-scope.ts';
import { arrange, change, type WidgetId, widgetTitles } from '../model/widgets.ts';

const widgetBodies: Record<WidgetId, ComponentType<{ scope: DashboardScope }>> = {
  counts: CountsWidget,
  usage: UsageWidget,
  outcomes: OutcomesWidget,
  recent: RecentTestsWidget,
  services: ServicesWidget,
  contributions: ContributionsWidget,
  waiting: WaitingWidget,
};

/** DashboardPage is where a team lead looks in the morning; everybody arranges the widgets for oneself. */
export function DashboardPage() {
  const [search, setSearch] = useSearchState(dashboardSearchSchema);
  const scope = useScope(search);
  const counts = useQuery(countsQuery(scope));
  const layout = useQuery(layoutQuery(scope.teamUuid));
  const save = useSaveLayout(scope.teamUuid);
  const [arranging, setArranging] = useState(false);
  const widgets = arrange(layout.data ?? []);
  const shown = widgets.filter(({ hidden }) => !hidden);
  const hidden = widgets.filter((widget) => widget.hidden);
  return (
    <Page
      title="Dashboard"
      meta="How your tests are doing"
      actions={
        <Button
          variant={arranging ? 'filled' : 'default'}
          leftSection={<Settings2 size={15} />}
          aria-pressed={arranging}
          disabled={layout.isPending}
          onClick={() => setArranging(!arranging)}
        >
          {arranging ? 'Done' : 'Arrange'}
        </Button>
      }
    >
      <ScopeBar search={search} setSearch={setSearch} scope={scope} />
      {counts.data && counts.data.scripts === 0 ? <FirstSteps /> : null}
      {layout.isPending ? null : (
        <div className={classes.board} data-tour="dashboard-board">
          {shown.map((widget) => {
            const Body = widgetBodies[widget.widgetId];
            return (
              <div key={widget.widgetId} className={classes.widget} data-width={widget.width}>
                <Panel
                  title={widgetTitles[widget.widgetId]}
                  actions={
                    arranging ? (
                      <WidgetTools widget={widget} shown={shown} hidden={hidden} onChange={save.mutate} />
                    ) : undefined
                  }
                >
                  <Body scope={scope} />
                </Panel>
              </div>
            );
          })}
        </div>
      )}
      {arranging && hidden.length > 0 ? (
        <section className={classes.hidden} aria-label="Hidden widgets">
          <span className="dim">Hidden:</span>
          {hidden.map(({ widgetId }) => (
            <Button
              key={widgetId}
              variant="default"
              onClick={() => save.mutate(change(widgets, widgetId, { hidden: false }))}
            >
              Show {widgetTitles[widgetId]}
            </Button>
          ))}
        </section>
      ) : null}
    </Page>
  );
}

/** FirstSteps leads to the first test where there is none. */
function FirstSteps() {
  const services = useQuery(servicesQuery);
  const first = services.data?.find(({ licenseStatus, path }) => licenseStatus === 'ACTIVE' && path);
  return (
    <EmptyState
      icon={<LayoutDashboard size={20} />}
      title="No tests yet"
      action={
        first?.path ? (
          <Button component={Link} to={first.path}>
            Open {first.serviceName}
          </Button>
        ) : undefined
      }
      link={
        <Link className="link" to="/help">
          How to begin
        </Link>
      }
    >
      As soon as tests exist and run, this page shows how they are doing.
    </EmptyState>
  );
}
