/** Flags that the page asks for, with what holds while the server cannot be reached. */
export const pageFlags = {
  isNewAPIDesignEnabled: true,
  isDesktopTestingEnabled: false,
  isInsightDashboardEnabled: false,
  isSessionRecordingEnabled: false,
};
/** A flag that the page asks for. */
export type PageFlag = keyof typeof pageFlags;
