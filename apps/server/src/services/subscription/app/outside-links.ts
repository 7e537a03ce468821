import {
  type DownloadApp,
  type ExternalApplication,
  externalApplicationNames,
} from '@touchstone/contracts/subscription';
import type { Config } from '../../../platform/config.ts';
import type { ValuesOf } from '../../../platform/settings.ts';
import type { subscriptionSettings } from '../config.ts';

const externalCatalog = {
  SAP_TESTING: { displayName: 'SAP Testing', category: 'SAP_TESTING' },
  DATA_TESTING: { displayName: 'Data Testing', category: 'DATA_TESTING' },
  'ROVER_2.0': { displayName: 'Rover 2.0', category: 'ROVER' },
} as const satisfies Record<ExternalApplication['name'], object>;

/** The address configured as NAME=URL; null if there is none. */
function addressOf(entries: readonly string[], name: string): string | null {
  const prefix = `${name}=`;
  return entries.find((entry) => entry.startsWith(prefix))?.slice(prefix.length) ?? null;
}

/** Links to addresses outside the product, from the configuration. */
export function createOutsideLinks(
  config: Pick<Config, 'EXTERNAL_APPLICATIONS'> & ValuesOf<typeof subscriptionSettings>,
) {
  const file = (name: string) => addressOf(config.DESKTOP_DOWNLOADS, name);
  return {
    externalApplications: (): ExternalApplication[] =>
      externalApplicationNames.map((name) => ({
        name,
        url: addressOf(config.EXTERNAL_APPLICATIONS, name),
        ...externalCatalog[name],
      })),
    insightDashboard: (): string | null => config.INSIGHT_DASHBOARD_URL ?? null,
    downloads: (): DownloadApp[] => [
      {
        id: 'bridge',
        app: 'Bridge',
        brand: 'Touchstone',
        description: 'Connects this computer, so that desktop tests can run on it.',
        osLink: [
          { os: 'Windows', link: file('BRIDGE_WINDOWS') },
          { os: 'macOS', link: file('BRIDGE_MACOS') },
        ],
      },
      {
        id: 'spy',
        app: 'Spy',
        brand: 'Touchstone',
        description: 'Shows the elements of a desktop application and how a test step can find them.',
        osLink: [{ os: 'Windows', link: file('SPY_WINDOWS') }],
      },
    ],
  };
}

export type OutsideLinks = ReturnType<typeof createOutsideLinks>;
