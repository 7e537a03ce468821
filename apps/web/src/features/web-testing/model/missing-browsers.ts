import { type BrowserName, browserNames, type FarmRunner } from '@touchstone/contracts/web-testing';

const commands: Record<string, Partial<Record<BrowserName, string>>> = {
  linux: {
    chromium: 'sudo apt-get install chromium',
    firefox: 'sudo apt-get install firefox-esr',
    webkit: 'sudo apt-get install webkit2gtk-driver xvfb',
  },
  darwin: { chromium: 'brew install --cask google-chrome', firefox: 'brew install --cask firefox' },
  win32: { chromium: 'winget install Google.Chrome', firefox: 'winget install Mozilla.Firefox' },
};
const systems: Record<string, string> = { linux: 'Linux', darwin: 'macOS', win32: 'Windows' };

/** systemTitle returns the display name of an operating system. */
export const systemTitle = (system: string): string => systems[system] ?? system;

/** A browser that a machine lacks, and a command that installs it; undefined if none is known. */
export interface MissingBrowser {
  name: BrowserName;
  command: string | undefined;
}

/** missingBrowsers browsers that a runner could use once they are installed. */
export const missingBrowsers = ({ system, browsers }: FarmRunner): MissingBrowser[] =>
  browserNames
    .filter((name) => !browsers.some((one) => one.name === name))
    // WebKit can only be automated on Linux.
    .filter((name) => name !== 'webkit' || system === 'linux')
    .map((name) => ({ name, command: commands[system]?.[name] }));
