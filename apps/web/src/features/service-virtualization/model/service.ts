/** Name of the service in the catalog. */
export const virtualizationService = 'Service Virtualization';
