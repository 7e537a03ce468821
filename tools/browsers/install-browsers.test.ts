import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { installBrowsers } from './install-browsers.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-install-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const put = (name: string) => writeFileSync(join(folder, name), '', { mode: 0o755 });

/** Installs on a machine with these programs and known packages, whose programs have the given names. */
async function install(
  known: Record<string, string[]>,
  { env = {}, isRoot = true, all = false }: { env?: NodeJS.ProcessEnv; isRoot?: boolean; all?: boolean } = {},
) {
  const lines: string[] = [];
  const commands: string[] = [];
  const machine = {
    env: { PATH: folder, ...env },
    isRoot,
    run: async (command: string[]) => {
      commands.push(command.join(' '));
      const names = command.slice(1).filter((word) => !word.startsWith('-') && !['update', 'install'].includes(word));
      const strange = names.find((name) => known[name] === undefined);
      if (strange) return { exitCode: 100, stderr: `Unable to locate package ${strange}` };
      for (const name of names) known[name]?.forEach(put);
      return { exitCode: 0, stderr: '' };
    },
  };
  await installBrowsers({ all, print: (line) => lines.push(line) }, machine);
  return { commands, lines };
}

const debian = {
  'chromium-headless-shell': ['chromium-headless-shell'],
  'firefox-esr': ['firefox-esr'],
  'webkit2gtk-driver': ['WebKitWebDriver'],
  xvfb: ['Xvfb'],
};
const aptInstall = 'apt-get install -y --no-install-recommends';

test.skipIf(process.platform !== 'linux')('a CI machine gets every missing browser, in one call', async () => {
  put('apt-get');
  put('chromium');
  const { commands } = await install(debian, { env: { CI: '1' } });
  const all = `${aptInstall} chromium-headless-shell firefox-esr webkit2gtk-driver xvfb`;
  expect(commands).toEqual(['apt-get update', all]);
  expect(await install(debian, { env: { CI: '1' } })).toEqual({ commands: [], lines: [] });
});

test.skipIf(process.platform !== 'linux')('another machine keeps its Chromium, and gets more on request', async () => {
  put('apt-get');
  put('chromium');
  expect(await install(debian)).toEqual({ commands: [], lines: [] });
  const { commands } = await install(debian, { all: true });
  expect(commands).toEqual(['apt-get update', `${aptInstall} firefox-esr webkit2gtk-driver xvfb`]);
});

test.skipIf(process.platform !== 'linux')(
  'a package unknown to a package manager does not prevent the others',
  async () => {
    put('apt-get');
    const { commands, lines } = await install({ chromium: ['chromium'], xvfb: [] }, { env: { CI: '1' } });
    expect(commands.slice(2)).toEqual(
      ['chromium-headless-shell', 'chromium', 'firefox-esr', 'webkit2gtk-driver xvfb'].map(
        (names) => `${aptInstall} ${names}`,
      ),
    );
    const skipped = lines.filter((line) => line.includes('is not installed'));
    expect(skipped.map((line) => line.split(' ')[0])).toEqual(['Firefox', 'WebKitGTK']);
    expect(skipped[0]).toBe(
      'Firefox is not installed, so its tests are skipped. Install Firefox ESR, or set TOUCHSTONE_FIREFOX to its path. For instance: sudo apt-get install -y --no-install-recommends firefox-esr.',
    );
  },
);

test.skipIf(process.platform !== 'linux')('without the rights it says what to do', async () => {
  put('apt-get');
  const { commands, lines } = await install(debian, { isRoot: false, env: { CI: '1' } });
  expect(commands).toEqual([]);
  expect(lines).toContainEqual(expect.stringContaining('sudo apt-get install -y --no-install-recommends firefox-esr'));
});
