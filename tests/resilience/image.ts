import { execFile, spawn } from 'node:child_process';
import { chown, mkdir, readFile } from 'node:fs/promises';
import { join, matchesGlob } from 'node:path';
import { promisify } from 'node:util';
import { type ServerProcess, startServerProcess } from '@touchstone/testing';

const run = promisify(execFile);

/** The contents of a Dockerfile, as far as they can be executed without a container engine. */
interface Image {
  from: string;
  /** Source pattern and target folder of the unpacked files. */
  added: [pattern: string, target: string][];
  env: Record<string, string>;
  user: { name: string; uid: number };
  volume: string;
  command: string[];
  health: string[];
  run: string[];
}

/** readImage reads the steps of a Dockerfile; an unknown one is an error, so that no step is skipped silently. */
export async function readImage(path: string): Promise<Image> {
  const image: Image = {
    from: '',
    added: [],
    env: {},
    user: { name: '', uid: 0 },
    volume: '',
    command: [],
    health: [],
    run: [],
  };
  const lines = (await readFile(path, 'utf8'))
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const steps: Record<string, (rest: string) => unknown> = {
    FROM: (rest) => (image.from = rest),
    RUN: (rest) => image.run.push(rest),
    ADD: (rest) => image.added.push(rest.split(' ') as [string, string]),
    ENV: (rest) => Object.assign(image.env, Object.fromEntries(rest.split(' ').map((pair) => pair.split('=')))),
    USER: (rest) => (image.user = { name: rest, uid: uidOf(rest, image.run) }),
    VOLUME: (rest) => (image.volume = rest),
    CMD: (rest) => (image.command = JSON.parse(rest) as string[]),
    HEALTHCHECK: (rest) => (image.health = JSON.parse(rest.slice(rest.indexOf('['))) as string[]),
    WORKDIR: () => undefined,
    EXPOSE: () => undefined,
    STOPSIGNAL: () => undefined,
  };
  for (const line of lines) {
    const [, instruction = '', rest = ''] = /^([A-Z]+) +(.*)$/.exec(line) ?? [];
    const step = steps[instruction];
    if (!step) throw new Error(`${path}: the step "${line}" is not known.`);
    step(rest);
  }
  return image;
}

/** The image's user id; the step that creates the user contains it. */
function uidOf(name: string, commands: string[]): number {
  const made = commands.find((command) => command.startsWith('useradd ') && command.endsWith(` ${name}`));
  return Number(/--uid (\d+)/.exec(made ?? '')?.[1] ?? Number.NaN);
}

/** The image's user doesn't exist here; an unprivileged user of this machine stands in. */
async function userWithoutRights(): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'nobody'])).stdout)),
  );
  return { uid: uid ?? Number.NaN, gid: gid ?? Number.NaN };
}

/** A container without an engine: a folder in place of its root, a process of its own user. */
export interface Container {
  process: ServerProcess;
  /** Runs a command in it; returns exit code and output. */
  execute(command: string[]): Promise<{ code: number; output: string }>;
  /** Runs the health check once the product reports that it is ready, until it succeeds. */
  untilHealthy(): Promise<void>;
}

/** Unpacks the image's files below `root`. */
export async function buildImage(image: Image, context: string, files: string[], root: string): Promise<void> {
  for (const [pattern, target] of image.added) {
    const found = files.filter((file) => matchesGlob(file, pattern));
    if (found.length !== 1)
      throw new Error(`${pattern} means ${found.join(', ') || 'nothing'}; it must mean one file.`);
    await mkdir(join(root, target), { recursive: true });
    await run('tar', ['-xzf', join(context, found[0] ?? ''), '-C', join(root, target)]);
  }
}

/** startContainer runs the image's command with `env` added; as the image's user if this process may switch to it. */
export async function startContainer(
  image: Image,
  root: string,
  { name, env }: { name: string; env: Record<string, string> },
): Promise<Container> {
  const volume = join(root, name);
  await mkdir(volume, { recursive: true });
  const identity = process.getuid?.() === 0 ? await userWithoutRights() : undefined;
  if (identity) await chown(volume, identity.uid, identity.gid);
  const place = (value: string) =>
    value === 'node' ? process.execPath : value.replace(/^\/opt\//, `${root}/opt/`).replace(image.volume, volume);
  const own = Object.fromEntries(Object.entries(image.env).map(([key, value]) => [key, place(value)]));
  const settings = { ...own, ...env };
  const started = startServerProcess(settings, { command: image.command.map(place), cwd: volume, ...identity });
  const execute = (command: string[]) =>
    new Promise<{ code: number; output: string }>((resolve, reject) => {
      const [program = '', ...args] = command.map(place);
      const child = spawn(program, args, {
        cwd: volume,
        env: settings,
        stdio: ['ignore', 'pipe', 'pipe'],
        ...identity,
      });
      let output = '';
      child.stdout.on('data', (text: Buffer) => (output += text.toString()));
      child.stderr.on('data', (text: Buffer) => (output += text.toString()));
      child.on('error', reject);
      child.on('close', (code) => resolve({ code: code ?? -1, output }));
    });
  return {
    process: started,
    execute,
    async untilHealthy() {
      // Each check is a process, which would compete for the CPU with a product that is still starting.
      await started.until(/is ready after/);
      for (;;) {
        const { code, output } = await execute(image.health);
        if (code === 0) return;
        if (!started.isAlive()) throw new Error(`The container ended:\n${started.output()}\n${output}`);
      }
    },
  };
}
