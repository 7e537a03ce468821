import type { BrowserName } from '@touchstone/contracts/test-repository';

/** What a runner tells of its browsers. */
export const browsersFact = 'browsers';

interface NodeBrowser {
  name: BrowserName;
  version: string | null;
}
/** Runners of a label, or all of them, with the browsers that any of them has. */
export interface RunnerNode {
  /** null: all runners. */
  label: string | null;
  runners: number;
  browsers: NodeBrowser[];
}

/** nodesOf gathers runners that live: all of them first, then those of each label. */
export function nodesOf(runners: readonly { labels: string[]; facts: Record<string, unknown> }[]): RunnerNode[] {
  const labels = [...new Set(runners.flatMap((runner) => runner.labels))].toSorted((a, b) => a.localeCompare(b));
  return [null, ...labels].map((label) => {
    const those = runners.filter((runner) => label === null || runner.labels.includes(label));
    const browsers = new Map<string, NodeBrowser>();
    for (const { facts } of those)
      for (const browser of (facts[browsersFact] as NodeBrowser[] | undefined) ?? [])
        if (!browsers.has(browser.name)) browsers.set(browser.name, browser);
    return { label, runners: those.length, browsers: [...browsers.values()] };
  });
}
