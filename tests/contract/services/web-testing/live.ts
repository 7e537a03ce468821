import { all, type Example, type Expectation, type ServiceCalls, writes } from '../../expectation.ts';

/** The sample's run has ended, so no browser with this id is open. */
const isClosed: Expectation = { ...all(404), guest: 403 };

/** Browsers that people use and watch. */
export const calls: ServiceCalls = {
  audiences: {
    members: `
      GET web-testing/api/live-view
      GET web-testing/api/browser-farm
    `,
    membersWhoChange: `
      POST web-testing/api/live-recordings
      DELETE web-testing/api/live-recordings/{liveId}
      POST web-testing/api/live-input
      POST web-testing/api/live-command
      POST web-testing/api/live-steps
      PUT web-testing/api/live-control
    `,
  },
  expectations: {
    // Each caller sees what is open in their own projects.
    'GET web-testing/api/browser-farm': all(200),
    // A stream of an ended run is refused.
    'GET web-testing/api/live-view': { ...all(409), stranger: 404, outsider: 404 },
    // Each would open a browser.
    'POST web-testing/api/live-recordings': { ...writes(201), colleague: 'destroys', owner: 'destroys' },
    'DELETE web-testing/api/live-recordings/{liveId}': isClosed,
    'POST web-testing/api/live-input': isClosed,
    'POST web-testing/api/live-command': isClosed,
    'POST web-testing/api/live-steps': isClosed,
    'PUT web-testing/api/live-control': writes(409),
  },
  examples: ({ webScriptId: scriptUUID = '', webRunId: liveId = '' }): Record<string, Example> => ({
    'GET web-testing/api/live-view': { query: { liveId } },
    'POST web-testing/api/live-recordings': { body: { scriptUUID } },
    'DELETE web-testing/api/live-recordings/{liveId}': { params: { liveId } },
    'POST web-testing/api/live-input': { body: { liveId, sequence: 1, inputs: [{ type: 'move', x: 1, y: 1 }] } },
    'POST web-testing/api/live-command': { body: { liveId, command: { type: 'reload' } } },
    'POST web-testing/api/live-steps': { body: { liveId, steps: [] } },
    'PUT web-testing/api/live-control': { body: { liveId, action: 'take' } },
  }),
};
