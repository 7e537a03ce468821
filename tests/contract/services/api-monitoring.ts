import { all, destroys, fresh, reads, type ServiceCalls, writes } from '../expectation.ts';

/** API monitoring. */
export const calls: ServiceCalls = {
  audiences: {
    members: `
      GET api-monitoring/api/projects/all/{id}
      GET api-monitoring/api/projects/{id}
      GET api-monitoring/api/collections/all/{id}
      GET api-monitoring/api/monitored-apis/all/{id}
      GET api-monitoring/api/monitored-apis/{id}
      GET api-monitoring/api/regions
    `,
    membersWhoChange: `
      POST api-monitoring/api/projects
      PUT api-monitoring/api/projects
      PUT api-monitoring/api/projects/{id}
      POST api-monitoring/api/collections
      PUT api-monitoring/api/collections
      DELETE api-monitoring/api/collections/{id}
      PUT api-monitoring/api/collections/delete
      POST api-monitoring/api/monitored-apis
      POST api-monitoring/api/monitored-apis/{id}
      PUT api-monitoring/api/monitored-apis
      DELETE api-monitoring/api/monitored-apis/{id}
      GET api-monitoring/api/monitored-apis/start/{id}
      GET api-monitoring/api/monitored-apis/stop/{id}
      POST api-monitoring/api/monitored-apis/{id}/heartbeat-address
    `,
  },
  expectations: {
    'GET api-monitoring/api/projects/all/{id}': all(200),
    'GET api-monitoring/api/projects/{id}': reads,
    'GET api-monitoring/api/collections/all/{id}': reads,
    'GET api-monitoring/api/monitored-apis/all/{id}': reads,
    'GET api-monitoring/api/monitored-apis/{id}': reads,
    'GET api-monitoring/api/regions': all(200),
    'POST api-monitoring/api/projects': { ...writes(201), stranger: 201, outsider: 409 },
    'PUT api-monitoring/api/projects': { ...writes(), colleague: 403 },
    'PUT api-monitoring/api/projects/{id}': { ...destroys, colleague: 403 },
    'POST api-monitoring/api/collections': writes(201),
    'PUT api-monitoring/api/collections': writes(),
    'DELETE api-monitoring/api/collections/{id}': destroys,
    'PUT api-monitoring/api/collections/delete': destroys,
    'POST api-monitoring/api/monitored-apis': writes(201),
    'POST api-monitoring/api/monitored-apis/{id}': writes(201),
    'PUT api-monitoring/api/monitored-apis': writes(),
    'DELETE api-monitoring/api/monitored-apis/{id}': destroys,
    'GET api-monitoring/api/monitored-apis/start/{id}': writes(),
    'GET api-monitoring/api/monitored-apis/stop/{id}': writes(),
    'POST api-monitoring/api/monitored-apis/{id}/heartbeat-address': { ...writes(409) },
  },
  examples: ({
    teamId = '',
    monitoringProjectId: projectId = '',
    collectionId = '',
    monitorId = '',
    projectId: testProjectId = '',
    scriptId = '',
  }) => ({
    'GET api-monitoring/api/projects/all/{id}': { params: { id: teamId } },
    'GET api-monitoring/api/projects/{id}': { params: { id: projectId } },
    'GET api-monitoring/api/collections/all/{id}': { params: { id: projectId } },
    'GET api-monitoring/api/monitored-apis/all/{id}': { params: { id: projectId }, query: {} },
    'GET api-monitoring/api/monitored-apis/{id}': { params: { id: monitorId } },
    'POST api-monitoring/api/projects': { body: { projectName: fresh('Monitoring') } },
    'PUT api-monitoring/api/projects': { body: { projectId, projectDescription: 'Watched' } },
    'PUT api-monitoring/api/projects/{id}': { params: { id: projectId }, body: { projectName: 'Sample' } },
    'POST api-monitoring/api/collections': { body: { projectId, name: fresh('Collection') } },
    'PUT api-monitoring/api/collections': { body: { collectionId, description: 'Described' } },
    'DELETE api-monitoring/api/collections/{id}': { params: { id: collectionId } },
    'PUT api-monitoring/api/collections/delete': { body: { projectId, collectionIds: [collectionId] } },
    'POST api-monitoring/api/monitored-apis': {
      body: {
        projectId,
        collectionId,
        name: fresh('Monitor'),
        state: 'STOPPED',
        definition: { kind: 'tcp', host: '127.0.0.1', port: 9 },
      },
    },
    'POST api-monitoring/api/monitored-apis/{id}': {
      params: { id: collectionId },
      body: { state: 'STOPPED', tests: [{ kind: 'api-script', projectId: testProjectId, testId: scriptId }] },
    },
    'PUT api-monitoring/api/monitored-apis': { body: { monitorId, description: 'Described' } },
    'DELETE api-monitoring/api/monitored-apis/{id}': { params: { id: monitorId } },
    'GET api-monitoring/api/monitored-apis/start/{id}': { params: { id: monitorId } },
    'GET api-monitoring/api/monitored-apis/stop/{id}': { params: { id: monitorId } },
    'POST api-monitoring/api/monitored-apis/{id}/heartbeat-address': { params: { id: monitorId } },
  }),
};
