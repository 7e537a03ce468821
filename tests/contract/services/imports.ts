import { all, fresh, reads, type ServiceCalls, writes } from '../expectation.ts';

/** Imports, exports and data for the editor. */
export const calls: ServiceCalls = {
  audiences: {
    members: `
      GET api-testing/api/import-sources
      GET api-testing/api/linked-specifications
      POST api-testing/api/json-extract
      POST api-testing/api/json-schema
      GET api-testing/api/use-example
      POST api-testing/api/xml-schema
      POST api-testing/api/xpath-extractor
    `,
    membersWhoChange: `
      POST api-testing/api/apply-workspace
      POST api-testing/api/automap
      POST api-testing/api/find-text
      POST api-testing/api/generate-workflow-with-automapper
      POST api-testing/api/import-curl
      POST api-testing/api/import-json-file
      POST api-testing/api/import-merge
      GET api-testing/api/import-playground
      POST api-testing/api/import-postman-file
      GET api-testing/api/import-postman-url
      POST api-testing/api/import-review
      POST api-testing/api/import-selected-apis
      POST api-testing/api/import-source-check
      PUT api-testing/api/import-source-follow
      POST api-testing/api/import-source-refresh
      PUT api-testing/api/import-source-watch
      GET api-testing/api/import-swagger-url
      POST api-testing/api/import-wsdl-file
      GET api-testing/api/import-wsdl-url
      POST api-testing/api/import-workflow-from-api-discovery-with-file
      POST api-testing/api/import-workspace
      POST api-testing/api/make-workflow
      POST api-testing/api/plan-workspace
      PUT api-testing/api/replace-text
    `,
    membersWhoTakeAlong: `
      POST api-testing/api/export
    `,
  },
  expectations: {
    'POST api-testing/api/automap': writes(),
    'POST api-testing/api/make-workflow': writes(201),
    'POST api-testing/api/generate-workflow-with-automapper': writes(400),
    'POST api-testing/api/import-workflow-from-api-discovery-with-file': writes(400),
    'GET api-testing/api/import-swagger-url': writes(422),
    'GET api-testing/api/import-postman-url': writes(422),
    'GET api-testing/api/import-wsdl-url': writes(422),
    'POST api-testing/api/import-json-file': writes(400),
    'POST api-testing/api/import-postman-file': writes(400),
    'POST api-testing/api/import-wsdl-file': writes(400),
    'POST api-testing/api/import-curl': { ...writes(), isCostly: true },
    'POST api-testing/api/import-selected-apis': writes(404),
    'GET api-testing/api/import-playground': { ...writes(), isCostly: true },
    'GET api-testing/api/use-example': reads,
    'GET api-testing/api/import-sources': reads,
    'GET api-testing/api/linked-specifications': reads,
    'PUT api-testing/api/import-source-watch': writes(404),
    'PUT api-testing/api/import-source-follow': writes(404),
    'POST api-testing/api/import-source-check': writes(404),
    'POST api-testing/api/import-source-refresh': writes(404),
    'POST api-testing/api/import-review': writes(404),
    'POST api-testing/api/import-merge': writes(404),
    'POST api-testing/api/export': writes(),
    'POST api-testing/api/import-workspace': { ...all(400), guest: 403 },
    'POST api-testing/api/plan-workspace': writes(400),
    'POST api-testing/api/apply-workspace': writes(400),
    'POST api-testing/api/find-text': writes(),
    'PUT api-testing/api/replace-text': writes(409),
    'POST api-testing/api/json-schema': all(200),
    'POST api-testing/api/xml-schema': all(200),
    'POST api-testing/api/json-extract': all(200),
    'POST api-testing/api/xpath-extractor': all(200),
  },
  examples: ({ projectId = '', suiteId = '', runId = '' }) => ({
    'POST api-testing/api/automap': { body: { projectId, suiteId } },
    'POST api-testing/api/make-workflow': { body: { projectId, suiteId, workflowName: fresh('Workflow') } },
    'POST api-testing/api/generate-workflow-with-automapper': { query: { projectId, workflowName: 'W' } },
    'POST api-testing/api/import-workflow-from-api-discovery-with-file': { query: { projectId, workflowName: 'W' } },
    'GET api-testing/api/import-swagger-url': { query: { projectId, url: 'http://127.0.0.1:9/' } },
    'GET api-testing/api/import-postman-url': { query: { projectId, url: 'http://127.0.0.1:9/' } },
    'GET api-testing/api/import-wsdl-url': { query: { projectId, url: 'http://127.0.0.1:9/' } },
    'POST api-testing/api/import-curl': { body: { projectId, text: 'curl http://127.0.0.1:9/' } },
    'GET api-testing/api/import-playground': { query: { projectId } },
    'GET api-testing/api/use-example': { query: { projectId } },
    'GET api-testing/api/import-sources': { query: { suiteId } },
    'GET api-testing/api/linked-specifications': { query: { projectId } },
    'PUT api-testing/api/import-source-watch': { body: { sourceId: runId, everyMinutes: 60 } },
    'PUT api-testing/api/import-source-follow': { body: { sourceId: runId, isFollowed: true } },
    'POST api-testing/api/import-source-check': { body: { sourceId: runId } },
    'POST api-testing/api/import-source-refresh': { body: { sourceId: runId } },
    'POST api-testing/api/import-review': { body: { importId: runId, sourceId: runId } },
    'POST api-testing/api/import-merge': { body: { importId: runId, sourceId: runId, reviewed: '' } },
    'POST api-testing/api/import-selected-apis': { body: { projectId, importId: runId } },
    'POST api-testing/api/export': { body: { projectId } },
    'POST api-testing/api/plan-workspace': { query: { projectId } },
    'POST api-testing/api/find-text': { body: { projectId, find: 'x' } },
    'PUT api-testing/api/replace-text': { body: { projectId, find: 'x', revision: 'r', itemIds: [runId] } },
    'POST api-testing/api/apply-workspace': { query: { projectId, revision: 'r' } },
    'POST api-testing/api/json-schema': { body: { body: '{"a":1}' } },
    'POST api-testing/api/xml-schema': { body: { body: '<a/>' } },
    'POST api-testing/api/json-extract': { body: { body: '{"a":1}', path: '$.a' } },
    'POST api-testing/api/xpath-extractor': { body: { body: '<a/>', path: '/a' } },
  }),
};
