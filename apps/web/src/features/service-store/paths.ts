/** Address of the service store. */
export const serviceStorePaths = { store: '/service-store' };
