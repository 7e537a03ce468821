/** What a page can know before its scripts are there. */
export interface FirstCallsContext {
  /** What the groups of the pattern matched. */
  parts: string[];
  search: URLSearchParams;
  /** As stored in this browser, unchecked. */
  preferences: Record<string, unknown>;
  /** The team that the calls are for. */
  teamId: string | undefined;
}

/** FirstCalls are the reads with which a page begins. They are sent with its document, so this code is a part of that: no imports, few bytes. */
export interface FirstCalls {
  /** Path of the page, its parts in groups. */
  page: RegExp;
  /** Nobody has to be signed in, so that no token is asked for. */
  isPublic?: true;
  /** Addresses as the client writes them; the same calls take the answers. An address that is not known yet is left out. */
  urls?: (context: FirstCallsContext) => (string | undefined)[];
}
