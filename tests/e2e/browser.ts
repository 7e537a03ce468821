import { findChromium } from '../../tools/browsers/chromium.ts';

/** Browser features that aren't needed here: the address bar's popup alone loads two pages per new window. */
const unusedFeatures = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];
/** Chromium only uses the last list of this kind, so the features that Playwright disables are repeated here. */
const featuresOffInPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'Translate',
];

/**
 * browserLaunch returns the launch options of every browser in these tests: the installed Chromium, without prompts
 * and background network traffic.
 */
export const browserLaunch = () => ({
  executablePath: findChromium(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // The pages of all tests run in one process, which keeps compiled code.
    '--process-per-site',
    `--disable-features=${[...unusedFeatures, ...featuresOffInPlaywright].join(',')}`,
  ],
});

/** browserWindow contains the common settings of these tests' windows. */
export const browserWindow = {
  viewport: { width: 1440, height: 900 },
  locale: 'en-GB',
  timezoneId: 'UTC',
  colorScheme: 'light',
  reducedMotion: 'reduce',
  acceptDownloads: true,
} as const;
