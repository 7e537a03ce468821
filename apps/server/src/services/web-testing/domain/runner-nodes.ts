import type { BrowserName } from '@touchstone/contracts/test-repository';
import type { FarmRunner } from '@touchstone/contracts/web-testing';

/** What a runner tells of its browsers. */
export const browsersFact = 'browsers';

/** What a runner tells of its machine and of the places in its browsers. */
export const placesFact = 'browserPlaces';
/** Machine and places of a runner. */
export type RunnerPlaces = Pick<FarmRunner, 'host' | 'system'> & NonNullable<FarmRunner['places']>;

interface Runner {
  labels: string[];
  facts: Record<string, unknown>;
}

/** toFarmRunner is a runner with its machine, browsers and places, as far as it has told them. */
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
/** Runners of a label, or all of them, with the browsers that any of them has. */
export interface RunnerNode {
  /** null: all runners. */
  label: string | null;
  runners: number;
  browsers: NodeBrowser[];
}

/** nodesOf gathers runners that live: all of them first, then those of each label. */
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
