import {
  checkRoutes,
  heartbeatRoutes,
  monitoringReportRoutes,
  monitorRoutes,
} from '@touchstone/contracts/api-monitoring';
import { leftSignal } from '../../../platform/http/connections/left-signal.ts';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { TellChecks } from '../app/checks/tell-checks.ts';
import type { TryCheck } from '../app/checks/try-check.ts';
import type { ChangeMonitors } from '../app/monitors/change-monitors.ts';
import type { CreateMonitors } from '../app/monitors/create-monitors.ts';
import type { ListMonitors } from '../app/monitors/list-monitors.ts';

export interface MonitorParts {
  list: ListMonitors;
  create: CreateMonitors;
  change: ChangeMonitors;
  tell: TellChecks;
  tryCheck: TryCheck;
}

export function addMonitorRoutes(registrar: Registrar, { list, create, change, tell, tryCheck }: MonitorParts): void {
  registrar.add(monitorRoutes.listMonitors, ({ caller, params, query: { page, size, ...filter } }) =>
    list.list(caller, { projectId: params.id, ...filter }, { page, size }),
  );
  registrar.add(monitorRoutes.getMonitor, ({ caller, params }) => list.view(caller, params.id));
  registrar.add(monitorRoutes.createMonitor, ({ caller, body }) => create.create(caller, body));
  registrar.add(monitorRoutes.monitorTests, async ({ caller, params, body }) => ({
    monitors: await create.ofTests(caller, params.id, body),
  }));
  registrar.add(monitorRoutes.updateMonitor, ({ caller, body }) => change.update(caller, body));
  registrar.add(monitorRoutes.deleteMonitor, async ({ caller, params }) => {
    await change.delete(caller, params.id);
    return { message: 'Deleted' };
  });
  registrar.add(monitorRoutes.startMonitor, ({ caller, params }) => change.start(caller, params.id));
  registrar.add(monitorRoutes.stopMonitor, ({ caller, params }) => change.stop(caller, params.id));
  registrar.add(monitorRoutes.renewHeartbeat, ({ caller, params }) => change.renewHeartbeat(caller, params.id));
  registrar.add(monitorRoutes.listRegions, async () => ({ regions: await list.regions() }));

  registrar.add(checkRoutes.tryCheck, ({ caller, body, reply }) => tryCheck(caller, body, leftSignal(reply)));
  registrar.add(monitoringReportRoutes.retryTest, async ({ caller, body }) => {
    await tell.retry(caller, body.monitorId);
    return { message: 'It is checked now.' };
  });
  registrar.add(heartbeatRoutes.heartbeat, async ({ params, query }) => {
    await tell.heartbeat(params.token, query);
    return { message: 'OK' };
  });
  registrar.add(heartbeatRoutes.postHeartbeat, async ({ params, query }) => {
    await tell.heartbeat(params.token, query);
    return { message: 'OK' };
  });
}
