import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { InsightsUse } from '../app/insights.ts';

const calls = apiTestingRoutes;

export function addInsightRoutes(registrar: Registrar, insights: InsightsUse): void {
  registrar.add(calls.getInsights, ({ caller, query }) => insights.overview(caller, query));
  registrar.add(calls.listInsightRanking, ({ caller, query: { of, by, page, size, ...filter } }) =>
    insights.ranking(caller, filter, { of, by }, { page, size }),
  );
  registrar.add(calls.listInsightRuns, ({ caller, query: { page, size, ...filter } }) =>
    insights.runs(caller, filter, { page, size }),
  );
}
