import { runQuietly } from '../processes.ts';
import { findChromium, findProgram, headlessShell } from './chromium.ts';
import { findFirefox } from './firefox.ts';

/** A browser that tests use, and its package names. */
interface Wanted {
  name: string;
  isInstalled: (env: NodeJS.ProcessEnv) => boolean;
  /** Whether tests can use the existing one, or another one must be installed; by default, they can. */
  isGood?: (env: NodeJS.ProcessEnv) => boolean;
  /** By program of the package manager; of several lists, the first that can be installed is used. */
  packages: Partial<Record<string, string[][]>>;
  /** Printed if it can't be installed. */
  hint: string;
}

const onPath = (name: string, env: NodeJS.ProcessEnv) => findProgram([name], [], env) !== undefined;

/** A CI machine, which is discarded afterwards, gets the least expensive Chromium. */
function isLight({ TOUCHSTONE_CHROMIUM, CHROMIUM_PATH, ...env }: NodeJS.ProcessEnv): boolean {
  return Boolean(TOUCHSTONE_CHROMIUM ?? CHROMIUM_PATH ?? !env.CI) || onPath(headlessShell, env);
}

const chromium: Wanted = {
  name: 'Chromium',
  isInstalled: (env) => findChromium(env) !== undefined,
  isGood: isLight,
  packages: {
    'apt-get': [[headlessShell], ['chromium']],
    dnf: [['chromium']],
    apk: [['chromium']],
    pacman: [['chromium']],
    brew: [['chromium']],
  },
  hint: 'Install Chromium or Chrome, or set TOUCHSTONE_CHROMIUM to its path.',
};
const others: Wanted[] = [
  {
    name: 'Firefox',
    isInstalled: (env) => findFirefox(env) !== undefined,
    packages: {
      'apt-get': [['firefox-esr']],
      dnf: [['firefox']],
      apk: [['firefox-esr']],
      pacman: [['firefox']],
      brew: [['firefox']],
    },
    hint: 'Install Firefox ESR, or set TOUCHSTONE_FIREFOX to its path.',
  },
  {
    name: 'WebKitGTK',
    isInstalled: (env) => onPath('WebKitWebDriver', env) && onPath('Xvfb', env),
    packages: { 'apt-get': [['webkit2gtk-driver', 'xvfb']] },
    hint: 'Install WebKitWebDriver and Xvfb; Debian has them in webkit2gtk-driver and xvfb.',
  },
];

interface Installer {
  /** A program whose presence indicates that this machine uses the package manager. */
  program: string;
  needsRoot: boolean;
  prepare?: string[];
  install: string[];
}
const installers: Installer[] = [
  {
    program: 'apt-get',
    needsRoot: true,
    prepare: ['apt-get', 'update'],
    install: ['apt-get', 'install', '-y', '--no-install-recommends'],
  },
  { program: 'dnf', needsRoot: true, install: ['dnf', 'install', '-y'] },
  { program: 'apk', needsRoot: true, install: ['apk', 'add', '--no-cache'] },
  { program: 'pacman', needsRoot: true, install: ['pacman', '-Sy', '--noconfirm'] },
  { program: 'brew', needsRoot: false, install: ['brew', 'install', '--cask'] },
];

/** How to query and change this machine. */
interface Machine {
  env: NodeJS.ProcessEnv;
  isRoot: boolean;
  run: (command: string[]) => Promise<{ exitCode: number; stderr: string }>;
}

const thisMachine: Machine = {
  env: process.env,
  isRoot: process.getuid?.() === 0,
  run: ([command = '', ...args]) => runQuietly(command, args),
};

/** Installs the packages, all in one call if possible. */
async function installAll(
  { prepare, install }: Installer,
  choices: string[][][],
  does: (command: string[]) => Promise<boolean>,
): Promise<void> {
  if (prepare) await does(prepare);
  if (await does([...install, ...choices.flatMap(([first = []]) => first)])) return;
  // An unknown package makes the entire call fail.
  if (choices.flat().length > 1)
    for (const lists of choices) for (const names of lists) if (await does([...install, ...names])) break;
}

/**
 * installBrowsers installs the browsers that tests lack with the system's package manager: Chromium, and with `all`, or
 * on a CI machine, the other browsers too. Prints what it does, and one line for each browser that remains missing.
 */
export async function installBrowsers(
  { all, print }: { all: boolean; print: (line: string) => void },
  { env, isRoot, run }: Machine = thisMachine,
): Promise<void> {
  const wanted = [chromium, ...(all || env.CI ? others : [])];
  const missing = wanted.filter(({ isInstalled, isGood }) => !isInstalled(env) || isGood?.(env) === false);
  const installer = installers.find(({ program }) => onPath(program, env));
  const does = async (command: string[]): Promise<boolean> => {
    print(`Installing browsers: ${command.join(' ')}`);
    const { exitCode, stderr } = await run(command);
    if (exitCode !== 0) print(`That failed: ${stderr.trim().split('\n').slice(-3).join(' ')}`);
    return exitCode === 0;
  };
  const choicesOf = ({ packages }: Wanted): string[][] => (installer && packages[installer.program]) ?? [];
  const choices = missing.map(choicesOf).filter((lists) => lists.length > 0);
  if (installer && choices.length > 0 && (isRoot || !installer.needsRoot)) await installAll(installer, choices, does);
  for (const one of missing.filter(({ isInstalled }) => !isInstalled(env))) {
    const [names] = choicesOf(one);
    const command = installer && names ? ` For instance: sudo ${[...installer.install, ...names].join(' ')}.` : '';
    print(`${one.name} is not installed, so its tests are skipped. ${one.hint}${command}`);
  }
}
