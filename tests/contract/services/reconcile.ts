import { all, destroys, fresh, reads, type ServiceCalls, writes } from '../expectation.ts';
import { sampleReconciliation } from '../sample-inputs.ts';

/** Reconciliation of APIs and databases. */
export const calls: ServiceCalls = {
  audiences: {
    members: `
      GET api-testing/api/reconciliations
      GET api-testing/api/reconciliations/{reconciliationId}
      GET api-testing/api/reconciliation-results
      GET api-testing/api/reconciliation-differences
    `,
    membersWhoChange: `
      POST api-testing/api/reconciliations
      PUT api-testing/api/reconciliations/{reconciliationId}
      DELETE api-testing/api/reconciliations/{reconciliationId}
      POST api-testing/api/reconciliations/{reconciliationId}/run
      POST api-testing/api/reconciliations-preview/query
      POST api-testing/api/reconciliations-preview/response
      POST api-testing/api/reconciliations-preview/mapping
    `,
  },
  expectations: {
    'GET api-testing/api/reconciliations': reads,
    'GET api-testing/api/reconciliations/{reconciliationId}': reads,
    // The sample's run compared nothing.
    'GET api-testing/api/reconciliation-results': all(404),
    'GET api-testing/api/reconciliation-differences': reads,
    'POST api-testing/api/reconciliations': writes(201),
    'PUT api-testing/api/reconciliations/{reconciliationId}': writes(),
    'DELETE api-testing/api/reconciliations/{reconciliationId}': destroys,
    'POST api-testing/api/reconciliations/{reconciliationId}/run': writes(201),
    // Neither the API nor the database of the sample exists.
    'POST api-testing/api/reconciliations-preview/query': { ...writes(422), isCostly: true },
    'POST api-testing/api/reconciliations-preview/response': { ...writes(422), isCostly: true },
    'POST api-testing/api/reconciliations-preview/mapping': { ...writes(422), isCostly: true },
  },
  examples: ({ projectId = '', scriptId = '', databaseConfigurationId = '', reconciliationId = '' }) => {
    const sides = { scriptId, databaseConfigurationId };
    const query = 'select 1';
    return {
      'GET api-testing/api/reconciliations/{reconciliationId}': { params: { reconciliationId } },
      'DELETE api-testing/api/reconciliations/{reconciliationId}': { params: { reconciliationId } },
      'POST api-testing/api/reconciliations/{reconciliationId}/run': { params: { reconciliationId } },
      'POST api-testing/api/reconciliations': {
        body: { projectId, ...sampleReconciliation(sides), name: fresh('Reconciliation') },
      },
      'PUT api-testing/api/reconciliations/{reconciliationId}': {
        params: { reconciliationId },
        body: sampleReconciliation(sides),
      },
      'POST api-testing/api/reconciliations-preview/query': { body: { projectId, databaseConfigurationId, query } },
      'POST api-testing/api/reconciliations-preview/response': { body: { projectId, scriptId } },
      'POST api-testing/api/reconciliations-preview/mapping': { body: { projectId, ...sides, query } },
    };
  },
};
