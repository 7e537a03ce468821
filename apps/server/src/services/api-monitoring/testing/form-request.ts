/** formRequest is a request that sends a form, as a browser without scripts does. */
export const formRequest = (url: string, fields: Record<string, string>) => ({
  method: 'POST' as const,
  url,
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  payload: new URLSearchParams(fields).toString(),
});
