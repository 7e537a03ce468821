import type { LoadThreshold } from '../plan.ts';

/** ThresholdResult is the state of a threshold after the frames so far. */
export interface ThresholdResult extends LoadThreshold {
  /** Milliseconds, requests per second, or a share of 0 to 1; missing if nothing was measured yet. */
  value?: number;
  /** False if the threshold measured nothing. */
  passed: boolean;
  /** One sentence, such as `p95 of "Search" is 412 ms, wanted < 300 ms.` */
  message: string;
}
