/** apiReferencePath is where the server shows the reference of its API. */
export const apiReferencePath = '/docs/api';
