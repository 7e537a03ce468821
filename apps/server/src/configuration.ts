import { type Config, readConfig, settings } from './platform/config.ts';
import { mergeSettings, type SettingList } from './platform/settings.ts';
import { services } from './services/manifest.ts';

/** All settings of the product: the platform's, and those of the services. */
export const allSettings: SettingList = mergeSettings([{ name: 'the platform', config: settings }, ...services]);

/** readWholeConfig validates the environment of the entire product. Throws `ConfigError` with all problems. */
export const readWholeConfig = (env: Record<string, string | undefined> = process.env): Config =>
  readConfig(
    env,
    allSettings,
    services.flatMap(({ checkConfig }) => checkConfig ?? []),
  );
