/** Name of the service in the catalog. */
export const orchestrationService = 'Test Orchestration';
