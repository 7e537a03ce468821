/** The service name in the paths of service virtualization's calls. */
export const service = 'service-virtualization';
