/** SerializedHistogram is plain data; `buckets` is base64 of pairs (gap to the bucket before, count) as variable-length integers. */
export interface SerializedHistogram {
  count: number;
  /** Exact, in µs. */
  sum: number;
  min: number;
  max: number;
  buckets: string;
}
