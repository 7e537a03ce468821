/** What a page can know before its scripts have loaded. */
export interface FirstCallsContext {
  /** Groups matched by the pattern. */
  parts: string[];
  search: URLSearchParams;
  /** As stored in this browser, unchecked. */
  preferences: Record<string, unknown>;
  /** The team that the calls are for. */
  teamId: string | undefined;
}

/**
 * FirstCalls is a page's first reads. They are sent by its document and this code is part of that: no imports, few
 * bytes.
 */
export interface FirstCalls {
  /** Path of the page, with its parts as groups. */
  page: RegExp;
  /** Needs no sign-in, so no token is requested. */
  isPublic?: true;
  /**
   * URLs as the client writes them, so that the same calls take the responses. A URL that isn't known yet is omitted.
   */
  urls?: (context: FirstCallsContext) => (string | undefined)[];
}
