/** The last good response of a monitor, as far as it tells what changed. */
export interface GoodResponse {
  status: number | null;
  durationMs: number | null;
  contentType: string | null;
  /** Cut where long. */
  body: string | null;
  /** Of status, type and structure: the row is written again when it differs. */
  shape: string;
}
