import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Settings2 } from 'lucide-react';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { Page } from '../../../ui/page.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { FirstSteps } from '../../onboarding/index.ts';
import { countsQuery, type DashboardScope, layoutQuery, useSaveLayout } from '../api/dashboard.queries.ts';
import classes from '../components/dashboard.module.css';
import { ContributionsWidget, RecentTestsWidget, ServicesWidget, UsageWidget } from '../components/list-widgets.tsx';
import { CountsWidget, OutcomesWidget, WaitingWidget } from '../components/number-widgets.tsx';
import { ScopeBar } from '../components/scope-bar.tsx';
import { dashboardSearchSchema } from '../model/dashboard-search.ts';
import { useScope } from '../model/use-scope.ts';
import { arrange, change, type WidgetId, widgetTitles } from '../model/widgets.ts';

// Arranging widgets is rare.
const WidgetTools = lazy(async () => ({ default: (await import('../components/widget-tools.tsx')).WidgetTools }));

const widgetBodies: Record<WidgetId, ComponentType<{ scope: DashboardScope }>> = {
  counts: CountsWidget,
  usage: UsageWidget,
  outcomes: OutcomesWidget,
  recent: RecentTestsWidget,
  services: ServicesWidget,
  contributions: ContributionsWidget,
  waiting: WaitingWidget,
};

/** DashboardPage is a team lead's morning overview; every user arranges their own widgets. */
export function DashboardPage() {
  const [search, setSearch] = useSearchState(dashboardSearchSchema);
  const scope = useScope(search);
  const counts = useQuery(countsQuery(scope));
  const layout = useQuery(layoutQuery(scope.teamUuid));
  const save = useSaveLayout(scope.teamUuid);
  const [arranging, setArranging] = useState(false);
  const widgets = arrange(layout.data ?? []);
  const shown = widgets.filter(({ hidden }) => !hidden);
  // Without a test every panel would be empty; existing panels can still be arranged.
  const placed = arranging || counts.data?.scripts !== 0 ? shown : [];
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
      {layout.isPending || counts.isPending ? null : (
        <div className={classes.board} data-tour="dashboard-board">
          {placed.map((widget) => {
            const Body = widgetBodies[widget.widgetId];
            return (
              <div
                key={widget.widgetId}
                className={classes.widget}
                data-width={widget.width}
                data-widget={widget.widgetId}
              >
                <Panel
                  title={widgetTitles[widget.widgetId]}
                  actions={
                    arranging ? (
                      <Suspense>
                        <WidgetTools widget={widget} shown={shown} hidden={hidden} onChange={save.mutate} />
                      </Suspense>
                    ) : undefined
                  }
                >
                  <Body scope={scope} />
                </Panel>
              </div>
            );
          })}
          {/* Below the panels, so that nothing moves when the steps load. */}
          <div className={classes.firstSteps}>
            <Suspense>
              <FirstSteps />
            </Suspense>
          </div>
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
