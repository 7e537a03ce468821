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

/** systemTitle is how people call an operating system. */
export const systemTitle = (system: string): string => systems[system] ?? system;

/** A browser that a machine does not have, and a command that installs it; undefined where none is known. */
export interface MissingBrowser {
  name: BrowserName;
  command: string | undefined;
}

/** missingBrowsers lists what a runner could run scripts in once it is installed. */
export const missingBrowsers = ({ system, browsers }: FarmRunner): MissingBrowser[] =>
  browserNames
    .filter((name) => !browsers.some((one) => one.name === name))
    // WebKit can be driven on Linux only.
    .filter((name) => name !== 'webkit' || system === 'linux')
    .map((name) => ({ name, command: commands[system]?.[name] }));
