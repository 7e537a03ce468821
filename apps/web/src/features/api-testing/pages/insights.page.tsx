import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Project } from '@touchstone/contracts/workspaces';
import { ChartSpline } from 'lucide-react';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useSearchState, writeSearch } from '../../../shared/use-search-state.ts';
import { settling } from '../../../ui/blank/settling.ts';
import { EmptyState, Page, Problem } from '../../../ui/page.tsx';
import { insightsQuery } from '../api/insights.queries.ts';
import { FailurePanel } from '../components/insights/failure-panel.tsx';
import { InsightCharts, InsightTiles } from '../components/insights/insight-charts.tsx';
import { InsightRuns } from '../components/insights/insight-runs.tsx';
import classes from '../components/insights/insights.module.css';
import { InsightsBar } from '../components/insights/insights-bar.tsx';
import { RankingPanel } from '../components/insights/ranking-panel.tsx';
import { ProjectGate } from '../components/workspace/project-gate.tsx';
import { firstPages, type InsightsSearch, insightsSearchSchema, scopeOf } from '../model/insights-search.ts';
import { apiTestingPaths } from '../paths.ts';

const title = 'Report Insights';

/**
 * InsightsPage shows how functional runs went over a period: pass rate, durations, and what fails, is flaky or slow.
 */
export function InsightsPage() {
  return <ProjectGate title={title}>{(project) => <Board key={project.projectId} project={project} />}</ProjectGate>;
}

function Board({ project }: { project: Project }) {
  const { projectId, projectName } = project;
  const [search, setSearch] = useSearchState(insightsSearchSchema);
  const [params] = useSearchParams();
  const scope = useMemo(() => scopeOf(projectId, search), [projectId, search]);
  const insights = useQuery(insightsQuery(scope));
  const { data } = insights;
  const turn = (patch: Partial<InsightsSearch>) => setSearch(patch, { push: true });
  return (
    <Page
      title={title}
      documentTitle={`${title} · ${projectName}`}
      meta={projectName}
      actions={
        <Button variant="default" component={Link} to={apiTestingPaths.reports(projectId)}>
          Report Dashboard
        </Button>
      }
    >
      <InsightsBar search={search} range={scope} choices={data} onChange={setSearch} />
      {insights.isError && !data ? (
        <Problem error={insights.error} onRetry={() => void insights.refetch()} />
      ) : data?.totals.runs === 0 ? (
        <NothingFinished projectId={projectId} search={search} onChange={setSearch} />
      ) : (
        <div ref={settling} className={classes.board} aria-busy={!data}>
          <InsightTiles insights={data} />
          <InsightCharts insights={data} range={scope} />
          <FailurePanel key={JSON.stringify(scope)} scope={scope} />
          <RankingPanel
            of="script"
            scope={scope}
            by={search.scripts}
            page={search.scriptPage}
            onBy={(scripts) => setSearch({ scripts, scriptPage: 1 })}
            onPage={(scriptPage) => turn({ scriptPage })}
          />
          <RankingPanel
            of="endpoint"
            scope={scope}
            by={search.endpoints}
            page={search.endpointPage}
            onBy={(endpoints) => setSearch({ endpoints, endpointPage: 1 })}
            onPage={(endpointPage) => turn({ endpointPage })}
          />
          {search.suite ? null : (
            <RankingPanel
              of="suite"
              scope={scope}
              by={search.suites}
              page={search.suitePage}
              onBy={(suites) => setSearch({ suites, suitePage: 1 })}
              onPage={(suitePage) => turn({ suitePage })}
              nameOf={({ subjectId, name }) => (
                <Link
                  className="link"
                  to={`?${writeSearch(insightsSearchSchema, params, { suite: subjectId, ...firstPages })}`}
                >
                  {name}
                </Link>
              )}
            />
          )}
          <InsightRuns scope={scope} page={search.runPage} onPage={(runPage) => turn({ runPage })} />
        </div>
      )}
    </Page>
  );
}

interface NothingProps {
  projectId: string;
  search: InsightsSearch;
  onChange: (patch: Partial<InsightsSearch>) => void;
}

/** Says why there are no figures, and suggests what would show some. */
function NothingFinished({ projectId, search, onChange }: NothingProps) {
  const isFiltered = search.suite !== '' || search.environment !== '';
  const longest = 366;
  return (
    <EmptyState
      icon={<ChartSpline size={20} />}
      title={isFiltered ? 'No run matches' : 'No finished runs in this period'}
      action={
        isFiltered ? (
          <Button variant="default" onClick={() => onChange({ suite: '', environment: '', ...firstPages })}>
            Clear filter
          </Button>
        ) : (
          <Button component={Link} to={apiTestingPaths.suites(projectId)}>
            Open test suites
          </Button>
        )
      }
      link={
        isFiltered || search.days === longest ? undefined : (
          <Button variant="default" onClick={() => onChange({ days: longest, from: '', to: '', ...firstPages })}>
            Show the last year
          </Button>
        )
      }
    >
      Pass rate, durations and failing scripts of finished runs appear here.
    </EmptyState>
  );
}
