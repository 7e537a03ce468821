import { findChromium } from '../../tools/browsers/chromium.ts';

/** Parts of a browser that nobody looks at here: the popup of the address bar alone loads two pages for each new window. */
const unusedFeatures = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];
/** Chromium heeds only the last list of this kind, so what Playwright turns off stands here again. */
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

/** browserLaunch is how every browser of these tests starts: the installed Chromium, silent and without the network's extras. */
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
    // The pages of all tests run in one process, which keeps what it compiled.
    '--process-per-site',
    `--disable-features=${[...unusedFeatures, ...featuresOffInPlaywright].join(',')}`,
  ],
});

/** browserWindow is what the windows of these tests have in common. */
export const browserWindow = {
  viewport: { width: 1440, height: 900 },
  locale: 'en-GB',
  timezoneId: 'UTC',
  colorScheme: 'light',
  reducedMotion: 'reduce',
  acceptDownloads: true,
} as const;
