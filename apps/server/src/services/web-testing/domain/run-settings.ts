import {
  type BrowserName,
  type RunSettings,
  type RunTarget,
  usualRunSettings,
  type Viewport,
} from '@touchstone/contracts/test-repository';

/** The settings a run is given; `browser` and `viewport` describe a single target. */
export type GivenSettings = { [Name in keyof RunSettings]?: RunSettings[Name] | undefined } & {
  browser?: BrowserName | undefined;
  viewport?: Viewport | undefined;
};

/** settingsOf returns the effective settings: the given ones, then those of the configuration, then defaults. */
export function settingsOf(given: GivenSettings, configuration: RunSettings = usualRunSettings): RunSettings {
  const { targets, timeoutMs, retries, parallel, evidence, infrastructure = null, recording, healing } = configuration;
  return {
    targets: given.targets ?? oneTarget(given) ?? targets,
    timeoutMs: given.timeoutMs ?? timeoutMs,
    retries: given.retries ?? retries,
    parallel: given.parallel ?? parallel,
    evidence: given.evidence ?? evidence,
    infrastructure: given.infrastructure === undefined ? infrastructure : given.infrastructure,
    recording: given.recording ?? recording,
    healing: given.healing ?? healing,
  };
}

function oneTarget({ browser, viewport }: GivenSettings): RunTarget[] | undefined {
  if (browser === undefined && viewport === undefined) return undefined;
  const [usual] = usualRunSettings.targets as [RunTarget];
  return [{ browser: browser ?? usual.browser, viewport: viewport ?? usual.viewport }];
}
