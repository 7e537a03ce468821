import { BrowserPool } from '../node/browser-pool.ts';
import { killGroup } from '../node/processes.ts';

/**
 * The browsers of tests. To start one takes longer than most tests, so all files that a worker runs share those that it has started; they end
 * with it. What a browser dies of, or may be changed by, has a pool of its own.
 */
export const pool = new BrowserPool({ contextsPerBrowser: 1000 });

process.once('exit', () => {
  for (const pid of pool.figures.pids) killGroup(pid);
});
