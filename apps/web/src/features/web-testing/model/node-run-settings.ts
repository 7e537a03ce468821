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

/**
 * nodeRunSettings returns how a block runs scripts: its own settings, or the defaults. `browser` and `viewport` are
 * from blocks that predate targets.
 */
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

/** patchOf returns a patch that puts settings into a block, without the defaults. */
export function patchOf(settings: RunSettings): Patch {
  const patch: Patch = { browser: undefined, viewport: undefined };
  for (const name of names)
    patch[name] = isSame(settings[name], usualRunSettings[name]) ? undefined : (settings[name] as NodeSettings[string]);
  return patch;
}

/** withConfiguration returns a patch that makes a block use only a run configuration; without one, the defaults. */
export const withConfiguration = (configurationUUID: string | undefined): Patch => ({
  ...patchOf(usualRunSettings),
  configurationUUID,
});

/** isSame returns whether two settings are equal. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
