export const serviceStorePaths = { store: '/service-store' };
