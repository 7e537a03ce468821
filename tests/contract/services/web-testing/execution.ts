import { all, destroys, type Example, type Expectation, reads, type ServiceCalls, writes } from '../../expectation.ts';

/** Uses no data of a workspace. */
const changesNothing: Expectation = { ...all(200), guest: 403 };

/** Runs of scripts, and scripts in other formats. */
export const calls: ServiceCalls = {
  audiences: {
    everyone: `
      GET web-testing/api/traces
    `,
    members: `
      POST web-testing/api/trace-links
      GET web-testing/api/test-report-details
      GET web-testing/api/baseline-executions
      GET web-testing/api/browsers
      GET web-testing/api/nodes
      GET web-testing/api/devices
      GET web-testing/api/export-test-script
    `,
    membersWhoChange: `
      POST web-testing/api/execute-module-test
      POST web-testing/api/execute-test
      PUT web-testing/api/stop-execution
      PUT web-testing/api/cancel-run
      PUT web-testing/api/retry-test
      PUT web-testing/api/remove-report
      POST web-testing/api/send-mail
      POST web-testing/api/update-otp-value
      POST web-testing/api/import-test-script
      POST web-testing/api/create-sample-scripts
      POST web-testing/api/text_to_code
      POST web-testing/api/streaming_objects
    `,
  },
  expectations: {
    'GET web-testing/api/test-report-details': reads,
    // The sample's run has recorded nothing.
    'POST web-testing/api/trace-links': all(404),
    'GET web-testing/api/traces': all(404),
    'GET web-testing/api/browsers': all(200),
    'GET web-testing/api/nodes': all(200),
    'GET web-testing/api/devices': all(200),
    'POST web-testing/api/execute-module-test': writes(201),
    'POST web-testing/api/execute-test': writes(201),
    // The sample's run has ended.
    'PUT web-testing/api/stop-execution': writes(409),
    'PUT web-testing/api/cancel-run': writes(409),
    'PUT web-testing/api/retry-test': writes(),
    'PUT web-testing/api/remove-report': destroys,
    'POST web-testing/api/send-mail': writes(),
    'GET web-testing/api/baseline-executions': reads,
    'POST web-testing/api/update-otp-value': writes(409),
    'GET web-testing/api/export-test-script': reads,
    'POST web-testing/api/import-test-script': writes(),
    'POST web-testing/api/create-sample-scripts': writes(201),
    'POST web-testing/api/text_to_code': changesNothing,
    'POST web-testing/api/streaming_objects': changesNothing,
  },
  examples: ({
    webProjectId: projectUUID = '',
    webModuleId: moduleUUID = '',
    webScriptId: scriptUUID = '',
    webEnvironmentId: environmentId = '',
    webRunId: runId = '',
  }): Record<string, Example> => ({
    'GET web-testing/api/test-report-details': { query: { runId } },
    'POST web-testing/api/trace-links': { body: { runId, unit: '0' } },
    'GET web-testing/api/traces': { query: { token: 'guess' } },
    'POST web-testing/api/execute-module-test': { body: { scriptUUID, environmentId } },
    'POST web-testing/api/execute-test': { body: { scriptUUIDs: [scriptUUID], environmentId } },
    'PUT web-testing/api/stop-execution': { query: { runId } },
    'PUT web-testing/api/cancel-run': { query: { runId } },
    'PUT web-testing/api/retry-test': { query: { runId } },
    'PUT web-testing/api/remove-report': { query: { runIds: runId } },
    'POST web-testing/api/send-mail': { body: { runId, email: 'lead@example.test' } },
    'GET web-testing/api/baseline-executions': { query: { runId } },
    'POST web-testing/api/update-otp-value': { body: { runId, otpValue: '123456' } },
    'GET web-testing/api/export-test-script': { query: { scriptUUID } },
    'POST web-testing/api/import-test-script': {
      body: { moduleUUID, scriptUUID, format: 'text', text: 'Reload', isPreview: true },
    },
    'POST web-testing/api/create-sample-scripts': { body: { projectUUID } },
    'POST web-testing/api/text_to_code': { body: { text: 'Go to https://a.test' } },
    'POST web-testing/api/streaming_objects': { body: { text: 'Go to https://a.test' } },
  }),
};
