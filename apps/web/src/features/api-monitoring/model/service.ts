/** Name of the service in the catalog. */
export const monitoringService = 'API Monitoring';
