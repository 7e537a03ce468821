import { type RunSettings, runSettingFields, usualRunSettings } from '@touchstone/contracts/web-testing';
import type { FlowNode } from '@touchstone/engine-flow/core';
import { z } from 'zod';

type NodeSettings = FlowNode['settings'];
type Patch = Record<string, NodeSettings[string] | undefined>;

const kept = z
  .object({ ...runSettingFields, browser: z.unknown(), viewport: z.unknown() })
  .partial()
  .catch({});
const names = Object.keys(usualRunSettings) as (keyof RunSettings)[];

/** nodeRunSettings are how a block runs scripts: as it says, else as usual. `browser` and `viewport` are what blocks had before they had targets. */
export function nodeRunSettings(settings: NodeSettings): RunSettings {
  const { browser, viewport, ...given } = kept.parse(settings);
  const [usual] = usualRunSettings.targets;
  const one =
    browser || viewport
      ? [{ ...usual, ...(browser ? { browser } : {}), ...(viewport ? { viewport } : {}) }]
      : undefined;
  return {
    ...usualRunSettings,
    ...(one && { targets: one as RunSettings['targets'] }),
    ...(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<RunSettings>),
  };
}

/** patchOf puts settings into a block: what is as usual is left out. */
export function patchOf(settings: RunSettings): Patch {
  const patch: Patch = { browser: undefined, viewport: undefined };
  for (const name of names)
    patch[name] = isSame(settings[name], usualRunSettings[name]) ? undefined : (settings[name] as NodeSettings[string]);
  return patch;
}

/** withConfiguration lets a block run as a run configuration says, and as nothing else; without one, as usual. */
export const withConfiguration = (configurationUUID: string | undefined): Patch => ({
  ...patchOf(usualRunSettings),
  configurationUUID,
});

/** isSame tells whether two settings say the same. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
