/** Name of the service in the catalog. */
export const webTestingService = 'Web Testing';
