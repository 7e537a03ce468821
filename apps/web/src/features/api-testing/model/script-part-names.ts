/** scriptPartNames are display names of a script's parts, in editor order. */
export const scriptPartNames = {
  method: 'Method',
  url: 'URL',
  headers: 'Headers',
  queryParams: 'Query parameters',
  pathParams: 'Path parameters',
  body: 'Body',
  authentication: 'Authentication',
  assertions: 'Assertions',
  dataHandlers: 'Data handlers',
  settings: 'Settings',
  preRequestScript: 'Pre-request script',
  testScript: 'Test script',
  description: 'Description',
  documentation: 'Documentation',
  examples: 'Examples',
} as const;
