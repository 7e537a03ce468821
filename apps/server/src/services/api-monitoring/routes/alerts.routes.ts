import { alertChannelRoutes, alertPolicyRoutes, burnRateRoutes } from '@touchstone/contracts/api-monitoring';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { BurnAlerts } from '../app/alerts/burn-alerts.ts';
import type { Channels } from '../app/alerts/channels.ts';
import type { Deliveries } from '../app/alerts/deliveries.ts';
import type { Policies } from '../app/alerts/policies.ts';
import type { TestChannel } from '../app/alerts/test-channel.ts';

export interface AlertParts {
  channels: Channels;
  test: TestChannel;
  policies: Policies;
  deliveries: Deliveries;
  budgets: BurnAlerts;
}

const deleted = { message: 'Deleted' };

export function addAlertRoutes(registrar: Registrar, parts: AlertParts): void {
  const { channels, test, policies, deliveries, budgets } = parts;
  registrar.add(alertChannelRoutes.listChannels, ({ caller, query: { projectId, ...page } }) =>
    channels.list(caller, projectId, page),
  );
  registrar.add(alertChannelRoutes.createChannel, ({ caller, body }) => channels.create(caller, body));
  registrar.add(alertChannelRoutes.updateChannel, ({ caller, params, body }) =>
    channels.update(caller, params.id, body),
  );
  registrar.add(alertChannelRoutes.deleteChannel, async ({ caller, params }) => {
    await channels.delete(caller, params.id);
    return deleted;
  });
  registrar.add(alertChannelRoutes.testChannel, ({ caller, params }) => test(caller, params.id));
  registrar.add(alertPolicyRoutes.listPolicies, ({ caller, query: { projectId, ...page } }) =>
    policies.list(caller, projectId, page),
  );
  registrar.add(alertPolicyRoutes.createPolicy, ({ caller, body }) => policies.create(caller, body));
  registrar.add(alertPolicyRoutes.updatePolicy, ({ caller, params, body }) => policies.update(caller, params.id, body));
  registrar.add(alertPolicyRoutes.deletePolicy, async ({ caller, params }) => {
    await policies.delete(caller, params.id);
    return deleted;
  });
  registrar.add(alertPolicyRoutes.listDeliveries, ({ caller, query: { page, size, ...filter } }) =>
    deliveries.list(caller, filter, { page, size }),
  );
  registrar.add(alertPolicyRoutes.sendAgain, ({ caller, params }) => deliveries.sendAgain(caller, params.id));
  registrar.add(burnRateRoutes.listBurnAlerts, ({ caller, query: { projectId, ...page } }) =>
    budgets.list(caller, projectId, page),
  );
}
