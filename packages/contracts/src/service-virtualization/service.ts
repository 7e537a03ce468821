/** Where the calls of service virtualization begin. */
export const service = 'service-virtualization';
