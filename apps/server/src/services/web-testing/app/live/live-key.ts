/** liveKey returns the name of a live browser, unique in the installation. */
export const liveKey = (liveId: string): string => `web-testing.live:${liveId}`;
