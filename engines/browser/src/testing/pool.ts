import { BrowserPool } from '../node/browser-pool.ts';
import { killGroup } from '../node/processes.ts';

/**
 * Browsers for tests. Starting one takes longer than most tests, so all files that a worker runs share its browsers,
 * which end with the worker. Tests that kill or may alter a browser have their own pool.
 */
export const pool = new BrowserPool({ contextsPerBrowser: 1000 });

process.once('exit', () => {
  for (const pid of pool.figures.pids) killGroup(pid);
});
