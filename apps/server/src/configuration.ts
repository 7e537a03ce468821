import { type Config, readConfig, settings } from './platform/config.ts';
import { mergeSettings, type SettingList } from './platform/settings.ts';
import { services } from './services/manifest.ts';

/** Every setting of the product: those of the platform, and those that services bring. */
export const allSettings: SettingList = mergeSettings([{ name: 'the platform', config: settings }, ...services]);

/** readWholeConfig validates the environment of the whole product. Throws `ConfigError` with all problems. */
export const readWholeConfig = (env: Record<string, string | undefined> = process.env): Config =>
  readConfig(
    env,
    allSettings,
    services.flatMap(({ checkConfig }) => checkConfig ?? []),
  );
