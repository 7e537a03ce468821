/** Flags evaluated by the page, with their values while the server can't be reached. */
export const pageFlags = {
  isNewAPIDesignEnabled: true,
  isDesktopTestingEnabled: false,
  isInsightDashboardEnabled: false,
  isSessionRecordingEnabled: false,
};
/** A flag evaluated by the page. */
export type PageFlag = keyof typeof pageFlags;
