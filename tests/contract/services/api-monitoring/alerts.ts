import { all, destroys, fresh, reads, type ServiceCalls, writes } from '../../expectation.ts';

/** Alerts, status pages and metrics of API monitoring. */
export const calls: ServiceCalls = {
  audiences: {
    members: `
      GET api-monitoring/api/alert-channels
      GET api-monitoring/api/alert-policies
      GET api-monitoring/api/alert-deliveries
      GET api-monitoring/api/burn-rate-alerts
      GET api-monitoring/api/status-pages
      GET api-monitoring/api/status-pages/{id}
      GET api-monitoring/api/status-pages/{id}/notices
      GET api-monitoring/api/metrics-token
    `,
    membersWhoChange: `
      POST api-monitoring/api/alert-channels
      PUT api-monitoring/api/alert-channels/{id}
      DELETE api-monitoring/api/alert-channels/{id}
      POST api-monitoring/api/alert-channels/{id}/test
      POST api-monitoring/api/alert-policies
      PUT api-monitoring/api/alert-policies/{id}
      DELETE api-monitoring/api/alert-policies/{id}
      POST api-monitoring/api/alert-deliveries/{id}/send-again
      POST api-monitoring/api/status-pages
      PUT api-monitoring/api/status-pages/{id}
      DELETE api-monitoring/api/status-pages/{id}
      POST api-monitoring/api/status-pages/{id}/notices
      POST api-monitoring/api/status-notices/{id}/updates
      DELETE api-monitoring/api/status-notices/{id}
      GET api-monitoring/api/status-pages/{id}/subscribers
      DELETE api-monitoring/api/status-subscribers/{id}
      POST api-monitoring/api/metrics-token
      DELETE api-monitoring/api/metrics-token
    `,
    withProof: `
      GET api-monitoring/api/metrics/{id}
    `,
  },
  expectations: {
    'GET api-monitoring/api/alert-channels': reads,
    'GET api-monitoring/api/alert-policies': reads,
    'GET api-monitoring/api/alert-deliveries': reads,
    'GET api-monitoring/api/burn-rate-alerts': reads,
    'POST api-monitoring/api/alert-channels': writes(201),
    'PUT api-monitoring/api/alert-channels/{id}': writes(),
    'DELETE api-monitoring/api/alert-channels/{id}': writes(409),
    'POST api-monitoring/api/alert-channels/{id}/test': writes(),
    'POST api-monitoring/api/alert-policies': writes(201),
    'PUT api-monitoring/api/alert-policies/{id}': writes(),
    'DELETE api-monitoring/api/alert-policies/{id}': destroys,
    'POST api-monitoring/api/alert-deliveries/{id}/send-again': writes(),
    'GET api-monitoring/api/status-pages': reads,
    'GET api-monitoring/api/status-pages/{id}': reads,
    'GET api-monitoring/api/status-pages/{id}/notices': reads,
    'GET api-monitoring/api/metrics-token': reads,
    'POST api-monitoring/api/status-pages': writes(201),
    'PUT api-monitoring/api/status-pages/{id}': writes(),
    'DELETE api-monitoring/api/status-pages/{id}': destroys,
    'POST api-monitoring/api/status-pages/{id}/notices': writes(201),
    'POST api-monitoring/api/status-notices/{id}/updates': writes(201),
    'DELETE api-monitoring/api/status-notices/{id}': destroys,
    'GET api-monitoring/api/status-pages/{id}/subscribers': writes(),
    'DELETE api-monitoring/api/status-subscribers/{id}': destroys,
    'POST api-monitoring/api/metrics-token': writes(201),
    'DELETE api-monitoring/api/metrics-token': writes(),
    'GET api-monitoring/api/metrics/{id}': all(401),
  },
  examples: ({
    monitoringProjectId: projectId = '',
    channelId = '',
    policyId = '',
    deliveryId = '',
    pageId = '',
    noticeId = '',
    subscriberId = '',
  }) => ({
    'GET api-monitoring/api/alert-channels': { query: { projectId } },
    'GET api-monitoring/api/alert-policies': { query: { projectId } },
    'GET api-monitoring/api/alert-deliveries': { query: { projectId } },
    'GET api-monitoring/api/burn-rate-alerts': { query: { projectId } },
    'POST api-monitoring/api/alert-channels': {
      body: {
        projectId,
        name: fresh('Channel'),
        settings: { kind: 'ntfy', serverUrl: 'http://127.0.0.1:9', topic: 'ops' },
      },
    },
    'PUT api-monitoring/api/alert-channels/{id}': { params: { id: channelId }, body: {} },
    'DELETE api-monitoring/api/alert-channels/{id}': { params: { id: channelId } },
    'POST api-monitoring/api/alert-channels/{id}/test': { params: { id: channelId } },
    'POST api-monitoring/api/alert-policies': {
      body: { projectId, name: fresh('Policy'), steps: [{ afterMinutes: 0, channelIds: [channelId] }] },
    },
    'PUT api-monitoring/api/alert-policies/{id}': { params: { id: policyId }, body: { groupSeconds: 0 } },
    'DELETE api-monitoring/api/alert-policies/{id}': { params: { id: policyId } },
    'POST api-monitoring/api/alert-deliveries/{id}/send-again': { params: { id: deliveryId } },
    'GET api-monitoring/api/status-pages': { query: { projectId } },
    'GET api-monitoring/api/status-pages/{id}': { params: { id: pageId } },
    'GET api-monitoring/api/status-pages/{id}/notices': { params: { id: pageId } },
    'GET api-monitoring/api/metrics-token': { query: { projectId } },
    'POST api-monitoring/api/status-pages': { body: { projectId, title: 'Status', slug: fresh('status') } },
    'PUT api-monitoring/api/status-pages/{id}': { params: { id: pageId }, body: { description: 'Described' } },
    'DELETE api-monitoring/api/status-pages/{id}': { params: { id: pageId } },
    'POST api-monitoring/api/status-pages/{id}/notices': {
      params: { id: pageId },
      body: { title: 'Slow', text: 'We look into it.' },
    },
    'POST api-monitoring/api/status-notices/{id}/updates': {
      params: { id: noticeId },
      body: { text: 'Found it.', state: 'identified' },
    },
    'DELETE api-monitoring/api/status-notices/{id}': { params: { id: noticeId } },
    'GET api-monitoring/api/status-pages/{id}/subscribers': { params: { id: pageId } },
    'DELETE api-monitoring/api/status-subscribers/{id}': { params: { id: subscriberId } },
    'POST api-monitoring/api/metrics-token': { body: { projectId } },
    'DELETE api-monitoring/api/metrics-token': { query: { projectId } },
    'GET api-monitoring/api/metrics/{id}': { params: { id: projectId } },
  }),
};
