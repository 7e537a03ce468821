import {
  type Mock,
  type MockDelay,
  type MockSettings,
  mockPathKeySchema,
  mockSettingsSchema,
} from '@touchstone/contracts/service-virtualization';
import type { Delay } from './stub/answer.ts';

/** The settings form of a mock. */
export interface SettingsDraft extends Omit<MockSettings, 'delay' | 'proxyTo' | 'seed'> {
  pathKey: string;
  delay: Delay;
  /** Empty for none. */
  proxyTo: string;
  seed: number | '';
}

function delayDraft(delay: MockDelay | null): Delay {
  if (delay === null) return { type: 'none', first: 0, second: 0 };
  if (delay.type === 'fixed') return { type: 'fixed', first: delay.milliseconds, second: 0 };
  if (delay.type === 'uniform') return { type: 'uniform', first: delay.lower, second: delay.upper };
  return { type: 'lognormal', first: delay.median, second: delay.sigma };
}

function delayOf({ type, first, second }: Delay): MockDelay | null {
  if (type === 'none') return null;
  if (type === 'fixed') return { type, milliseconds: first };
  return type === 'uniform' ? { type, lower: first, upper: second } : { type, median: first, sigma: second };
}

/** settingsDraft returns the initial form. */
export const settingsDraft = ({ pathKey, settings }: Pick<Mock, 'pathKey' | 'settings'>): SettingsDraft => ({
  ...settings,
  pathKey,
  delay: delayDraft(settings.delay),
  proxyTo: settings.proxyTo ?? '',
  seed: settings.seed ?? '',
});

/** settingsOf returns the request of a save. */
export function settingsOf({ pathKey, delay, proxyTo, seed, ...rest }: SettingsDraft) {
  const settings: MockSettings = {
    ...rest,
    delay: delayOf(delay),
    proxyTo: proxyTo.trim() || null,
    seed: seed === '' ? null : seed,
  };
  return { pathKey: pathKey.trim(), settings };
}

/** settingsProblems returns the problems of the settings, by field. */
export function settingsProblems(draft: SettingsDraft): Readonly<Record<string, string>> {
  const { pathKey, settings } = settingsOf(draft);
  const found: Record<string, string> = {};
  for (const { path, message } of mockSettingsSchema.safeParse(settings).error?.issues ?? [])
    found[String(path[0])] ??= message;
  const address = mockPathKeySchema.safeParse(pathKey).error?.issues[0]?.message;
  if (address) found.pathKey = address;
  if (draft.delay.type === 'uniform' && draft.delay.first > draft.delay.second)
    found.delay = 'The first time must not be longer than the second.';
  return found;
}
