/** liveKey names a live browser in the whole installation. */
export const liveKey = (liveId: string): string => `web-testing.live:${liveId}`;
