import { all, destroys, type Example, fresh, reads, type ServiceCalls, writes } from '../expectation.ts';

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
      GET api-monitoring/api/test-execution-reportstatus
      GET api-monitoring/api/test-chaining-reportstatus
      GET api-monitoring/api/chaining-result
      GET api-monitoring/api/chaining-results
      GET api-monitoring/api/test-execution-status
      GET api-monitoring/api/test-result-graph
      GET api-monitoring/api/test-chaining-graph
      GET api-monitoring/api/functional-graph
      GET api-monitoring/api/performance-reports
      GET api-monitoring/api/fetchperformance
      GET api-monitoring/api/test-status
      GET api-monitoring/api/results
      GET api-monitoring/api/results/{id}
      GET api-monitoring/api/active-certificate
      GET api-monitoring/api/variables
      POST api-monitoring/api/json-extract
      POST api-monitoring/api/xpath-extractor
      POST api-monitoring/api/json-schema
      GET api-monitoring/api/incidents
      GET api-monitoring/api/incidents/{id}
      GET api-monitoring/api/maintenance-windows
      GET api-monitoring/api/uptime-report-file
      GET api-monitoring/api/mailed-reports
    `,
    everyone: `
      GET api-monitoring/api/heartbeat/{token}
      POST api-monitoring/api/heartbeat/{token}
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
      POST api-monitoring/api/certificates
      PUT api-monitoring/api/certificates
      DELETE api-monitoring/api/certificates
      POST api-monitoring/api/certificate-convert
      POST api-monitoring/api/variables
      PUT api-monitoring/api/variables
      DELETE api-monitoring/api/deleteVariable
      POST api-monitoring/api/upload/{id}
      GET api-monitoring/api/import-swagger-url
      POST api-monitoring/api/import-swagger-file
      GET api-monitoring/api/import-postman-url
      POST api-monitoring/api/import-postman-file
      POST api-monitoring/api/import-uptime-kuma-file
      POST api-monitoring/api/import-selected
      POST api-monitoring/api/try-check
      POST api-monitoring/api/retry-test
      POST api-monitoring/api/incidents/{id}/acknowledge
      PUT api-monitoring/api/incidents/{id}/post-mortem
      DELETE api-monitoring/api/incidents/{id}
      POST api-monitoring/api/maintenance-windows
      PUT api-monitoring/api/maintenance-windows/{id}
      POST api-monitoring/api/maintenance-windows/{id}/end
      DELETE api-monitoring/api/maintenance-windows/{id}
      POST api-monitoring/api/mailed-reports
      PUT api-monitoring/api/mailed-reports/{id}
      POST api-monitoring/api/mailed-reports/{id}/send
      DELETE api-monitoring/api/mailed-reports/{id}
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
    'POST api-monitoring/api/monitored-apis/{id}/heartbeat-address': writes(409),
    'GET api-monitoring/api/active-certificate': reads,
    'GET api-monitoring/api/variables': reads,
    'POST api-monitoring/api/json-extract': all(200),
    'POST api-monitoring/api/xpath-extractor': all(200),
    'POST api-monitoring/api/json-schema': all(200),
    // Their files and uploads don't exist: the workspace is checked first.
    'POST api-monitoring/api/certificates': writes(404),
    'PUT api-monitoring/api/certificates': writes(404),
    'DELETE api-monitoring/api/certificates': destroys,
    'POST api-monitoring/api/certificate-convert': writes(400),
    'POST api-monitoring/api/variables': writes(201),
    'PUT api-monitoring/api/variables': writes(),
    'DELETE api-monitoring/api/deleteVariable': writes(404),
    'POST api-monitoring/api/upload/{id}': writes(400),
    // The address has no document, no file is sent, and no such import is pending.
    'GET api-monitoring/api/import-swagger-url': writes(422),
    'POST api-monitoring/api/import-swagger-file': writes(400),
    'GET api-monitoring/api/import-postman-url': writes(422),
    'POST api-monitoring/api/import-postman-file': writes(400),
    'POST api-monitoring/api/import-uptime-kuma-file': writes(400),
    'POST api-monitoring/api/import-selected': writes(404),
    'POST api-monitoring/api/try-check': writes(),
    'POST api-monitoring/api/retry-test': destroys,
    'GET api-monitoring/api/heartbeat/{token}': all(404),
    'POST api-monitoring/api/heartbeat/{token}': all(404),
    'GET api-monitoring/api/test-execution-reportstatus': reads,
    'GET api-monitoring/api/test-chaining-reportstatus': reads,
    'GET api-monitoring/api/chaining-result': reads,
    'GET api-monitoring/api/chaining-results': reads,
    'GET api-monitoring/api/test-execution-status': reads,
    'GET api-monitoring/api/test-result-graph': reads,
    'GET api-monitoring/api/test-chaining-graph': reads,
    'GET api-monitoring/api/functional-graph': reads,
    'GET api-monitoring/api/performance-reports': reads,
    'GET api-monitoring/api/fetchperformance': reads,
    'GET api-monitoring/api/test-status': reads,
    'GET api-monitoring/api/results': reads,
    'GET api-monitoring/api/results/{id}': reads,
    'GET api-monitoring/api/incidents': reads,
    'GET api-monitoring/api/incidents/{id}': reads,
    'POST api-monitoring/api/incidents/{id}/acknowledge': writes(),
    'PUT api-monitoring/api/incidents/{id}/post-mortem': writes(),
    'DELETE api-monitoring/api/incidents/{id}': destroys,
    'GET api-monitoring/api/maintenance-windows': reads,
    'POST api-monitoring/api/maintenance-windows': writes(201),
    'PUT api-monitoring/api/maintenance-windows/{id}': writes(),
    'POST api-monitoring/api/maintenance-windows/{id}/end': destroys,
    'DELETE api-monitoring/api/maintenance-windows/{id}': destroys,
    'GET api-monitoring/api/uptime-report-file': reads,
    'GET api-monitoring/api/mailed-reports': reads,
    'POST api-monitoring/api/mailed-reports': writes(201),
    'PUT api-monitoring/api/mailed-reports/{id}': writes(),
    'POST api-monitoring/api/mailed-reports/{id}/send': destroys,
    'DELETE api-monitoring/api/mailed-reports/{id}': destroys,
  },
  examples: (ids) => ({ ...examplesOfMonitors(ids), ...examplesOfReports(ids) }),
};

/** Projects, collections and monitors. */
const examplesOfMonitors = ({
  teamId = '',
  monitoringProjectId: projectId = '',
  collectionId = '',
  monitorId = '',
  projectId: testProjectId = '',
  scriptId = '',
}: Record<string, string>): Record<string, Example> => ({
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
});

/** Checks, certificates, reports, incidents and maintenance windows. */
const examplesOfReports = ({
  monitoringProjectId: projectId = '',
  monitorId = '',
  windowId = '',
  mailedReportId = '',
  incidentId = '',
  resultId = '',
  certificateId = '',
  monitoringEnvironmentId = '',
  monitoringVariableId = '',
}: Record<string, string>): Record<string, Example> => ({
  'POST api-monitoring/api/try-check': {
    body: { projectId, definition: { kind: 'tcp', host: '127.0.0.1', port: 9 }, timeoutMs: 500 },
  },
  'GET api-monitoring/api/import-swagger-url': { query: { projectId, url: 'http://127.0.0.1:9/' } },
  'POST api-monitoring/api/import-swagger-file': { query: { projectId } },
  'GET api-monitoring/api/import-postman-url': { query: { projectId, url: 'http://127.0.0.1:9/' } },
  'POST api-monitoring/api/import-postman-file': { query: { projectId } },
  'POST api-monitoring/api/import-uptime-kuma-file': { query: { projectId } },
  'POST api-monitoring/api/import-selected': { body: { projectId, importId: resultId } },
  'POST api-monitoring/api/retry-test': { body: { monitorId } },
  'GET api-monitoring/api/active-certificate': { query: { projectId } },
  'GET api-monitoring/api/variables': { query: { projectId } },
  'POST api-monitoring/api/json-extract': { body: { body: '{"a":1}', path: '$.a' } },
  'POST api-monitoring/api/xpath-extractor': { body: { body: '<a>1</a>', path: '/a' } },
  'POST api-monitoring/api/json-schema': { body: { body: '{"a":1}' } },
  'POST api-monitoring/api/certificates': { body: { projectId, domainName: 'b.test', uploadId: resultId } },
  'PUT api-monitoring/api/certificates': { body: { projectId, domainName: 'b.test', certificateId: resultId } },
  'DELETE api-monitoring/api/certificates': { query: { certificateId } },
  'POST api-monitoring/api/certificate-convert': { query: { projectId } },
  'POST api-monitoring/api/variables': {
    body: {
      projectId,
      environmentId: monitoringEnvironmentId,
      variables: [{ name: fresh('v').replace('-', '_'), value: '1' }],
    },
  },
  'PUT api-monitoring/api/variables': { body: { variableId: monitoringVariableId, value: '2' } },
  'DELETE api-monitoring/api/deleteVariable': { query: { projectId, variableIds: resultId } },
  'POST api-monitoring/api/upload/{id}': { params: { id: projectId } },
  'GET api-monitoring/api/heartbeat/{token}': { params: { token: 'x'.repeat(32) } },
  'POST api-monitoring/api/heartbeat/{token}': { params: { token: 'x'.repeat(32) } },
  'GET api-monitoring/api/test-execution-reportstatus': { query: { projectId } },
  'GET api-monitoring/api/test-chaining-reportstatus': { query: { projectId } },
  'GET api-monitoring/api/chaining-results': { query: { projectId } },
  'GET api-monitoring/api/test-chaining-graph': { query: { projectId } },
  'GET api-monitoring/api/functional-graph': { query: { projectId } },
  'GET api-monitoring/api/performance-reports': { query: { projectId } },
  'GET api-monitoring/api/test-status': { query: { projectId } },
  'GET api-monitoring/api/test-execution-status': { query: { monitorId } },
  'GET api-monitoring/api/test-result-graph': { query: { monitorId } },
  'GET api-monitoring/api/fetchperformance': { query: { monitorId } },
  'GET api-monitoring/api/results': { query: { monitorId } },
  'GET api-monitoring/api/chaining-result': { query: { resultId } },
  'GET api-monitoring/api/results/{id}': { params: { id: resultId } },
  'GET api-monitoring/api/incidents': { query: { projectId } },
  'GET api-monitoring/api/incidents/{id}': { params: { id: incidentId } },
  'POST api-monitoring/api/incidents/{id}/acknowledge': { params: { id: incidentId }, body: {} },
  'PUT api-monitoring/api/incidents/{id}/post-mortem': { params: { id: incidentId }, body: { text: 'Why' } },
  'DELETE api-monitoring/api/incidents/{id}': { params: { id: incidentId } },
  'GET api-monitoring/api/maintenance-windows': { query: { projectId } },
  'POST api-monitoring/api/maintenance-windows': {
    body: {
      projectId,
      title: 'Night',
      time: { type: 'recurring', cron: '0 1 * * *', timezone: 'UTC', durationMinutes: 60 },
    },
  },
  'PUT api-monitoring/api/maintenance-windows/{id}': { params: { id: windowId }, body: { title: 'Renamed' } },
  'POST api-monitoring/api/maintenance-windows/{id}/end': { params: { id: windowId } },
  'DELETE api-monitoring/api/maintenance-windows/{id}': { params: { id: windowId } },
  'GET api-monitoring/api/uptime-report-file': { query: { projectId, format: 'excel' } },
  'GET api-monitoring/api/mailed-reports': { query: { projectId } },
  'POST api-monitoring/api/mailed-reports': {
    body: {
      projectId,
      title: 'Weekly',
      period: 'WEEK',
      timeOfDay: '07:30',
      timezone: 'UTC',
      recipients: ['lead@example.test'],
    },
  },
  'PUT api-monitoring/api/mailed-reports/{id}': { params: { id: mailedReportId }, body: { title: 'Renamed' } },
  'POST api-monitoring/api/mailed-reports/{id}/send': { params: { id: mailedReportId } },
  'DELETE api-monitoring/api/mailed-reports/{id}': { params: { id: mailedReportId } },
});
