import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { FailureClusters } from '../app/failure-clusters.ts';
import type { InsightsUse } from '../app/insights.ts';

const calls = apiTestingRoutes;

export function addInsightRoutes(registrar: Registrar, insights: InsightsUse, failures: FailureClusters): void {
  registrar.add(calls.getInsights, ({ caller, query }) => insights.overview(caller, query));
  registrar.add(calls.listInsightRanking, ({ caller, query: { of, by, page, size, ...filter } }) =>
    insights.ranking(caller, filter, { of, by }, { page, size }),
  );
  registrar.add(calls.listInsightRuns, ({ caller, query: { page, size, ...filter } }) =>
    insights.runs(caller, filter, { page, size }),
  );
  registrar.add(calls.listFailureClusters, ({ caller, query: { page, size, newDays, ...filter } }) =>
    failures.clusters(caller, filter, { page, size, newDays }),
  );
  registrar.add(calls.listClusteredSteps, ({ caller, query: { page, size, signature, ...filter } }) =>
    failures.steps(caller, filter, { page, size, signature }),
  );
}
