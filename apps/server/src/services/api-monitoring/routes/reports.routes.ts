import { monitoringReportRoutes, resultRoutes } from '@touchstone/contracts/api-monitoring';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { MonitorReports } from '../app/reports/monitor-reports.ts';
import { chainingKinds, type Reports } from '../app/reports/reports.ts';
import { type Results, toResult } from '../app/reports/results.ts';

export function addReportRoutes(
  registrar: Registrar,
  parts: { reports: Reports; monitors: MonitorReports; results: Results },
): void {
  const { reports, monitors, results } = parts;
  const routes = monitoringReportRoutes;
  registrar.add(resultRoutes.listResults, ({ caller, query: { page, size, ...filter } }) =>
    results.list(caller, filter, { page, size }),
  );
  registrar.add(resultRoutes.getResult, async ({ caller, params }) => toResult(await results.view(caller, params.id)));
  registrar.add(routes.getExecutionReportStatus, ({ caller, query: { retries, maintenance, unknown, ...filter } }) =>
    reports.status(caller, filter, { retries, maintenance, unknown }),
  );
  registrar.add(routes.getChainingReportStatus, ({ caller, query: { retries, maintenance, unknown, ...filter } }) =>
    reports.status(caller, filter, { retries, maintenance, unknown }, chainingKinds),
  );
  registrar.add(routes.getChainingResult, ({ caller, query }) => monitors.chainingResult(caller, query.resultId));
  registrar.add(routes.listChainingResults, ({ caller, query: { page, size, ...filter } }) =>
    monitors.chainingResults(caller, filter, { page, size }),
  );
  registrar.add(routes.getExecutionStatus, ({ caller, query }) => monitors.now(caller, query.monitorId));
  registrar.add(routes.getResultGraph, ({ caller, query }) => monitors.graph(caller, query));
  registrar.add(routes.getChainingGraph, ({ caller, query }) => reports.graph(caller, query, chainingKinds));
  registrar.add(routes.getFunctionalGraph, ({ caller, query }) => reports.functionalGraph(caller, query));
  registrar.add(routes.listPerformanceReports, ({ caller, query }) => reports.performance(caller, query));
  registrar.add(routes.getPerformance, ({ caller, query }) => monitors.performance(caller, query));
  registrar.add(routes.getTestStatus, ({ caller, query }) => reports.now(caller, query));
}
