import type { BrowserName } from '@touchstone/contracts/test-repository';
import type { FarmRunner } from '@touchstone/contracts/web-testing';

/** The fact in which a runner reports its browsers. */
export const browsersFact = 'browsers';

/** The fact in which a runner reports its machine and its browser places. */
export const placesFact = 'browserPlaces';
/** Machine and places of a runner. */
export type RunnerPlaces = Pick<FarmRunner, 'host' | 'system'> & NonNullable<FarmRunner['places']>;

interface Runner {
  labels: string[];
  facts: Record<string, unknown>;
}

/** toFarmRunner returns a runner with its machine, browsers and places, as far as it has reported them. */
export function toFarmRunner({ labels, facts }: Runner): FarmRunner {
  const { host = '', system = '', ...places } = (facts[placesFact] as RunnerPlaces | undefined) ?? {};
  return {
    host,
    system,
    labels,
    browsers: (facts[browsersFact] as NodeBrowser[] | undefined) ?? [],
    places: 'total' in places ? places : null,
  };
}

interface NodeBrowser {
  name: BrowserName;
  version: string | null;
}
/** All runners, or those with a label, with the browsers that any of them has. */
export interface RunnerNode {
  /** null: all runners. */
  label: string | null;
  runners: number;
  browsers: NodeBrowser[];
}

/** nodesOf groups live runners: all of them first, then those of each label. */
export function nodesOf(runners: readonly Runner[]): RunnerNode[] {
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
