import { fileURLToPath } from 'node:url';
import { type Plugin, runnerImport } from 'vite';

type Features = typeof import('../src/app/features.ts');
type Problems = typeof import('../src/app/feature-problems.ts');
type Keys = typeof import('../src/shared/hotkeys.ts');

const load = async <Module>(path: string) => {
  const file = fileURLToPath(new URL(`../src/${path}`, import.meta.url));
  return (await runnerImport<Module>(file, { configFile: false })).module;
};

/** Tabs of a browser talk to each other; a build has none, and an open channel would keep it from ending. */
async function withoutChannels(work: () => Promise<void>): Promise<void> {
  const channel = Object.getOwnPropertyDescriptor(globalThis, 'BroadcastChannel');
  Reflect.deleteProperty(globalThis, 'BroadcastChannel');
  try {
    await work();
  } finally {
    if (channel) Object.defineProperty(globalThis, 'BroadcastChannel', channel);
  }
}

/** featureCheck fails the build where the features of the page do not fit together: two of one path, a link that leads nowhere. */
export const featureCheck = (): Plugin => ({
  name: 'feature-check',
  apply: 'build',
  buildStart: () =>
    withoutChannels(async () => {
      const { features } = await load<Features>('app/features.ts');
      const { assertFeatures } = await load<Problems>('app/feature-problems.ts');
      assertFeatures(features, (await load<Keys>('shared/hotkeys.ts')).hotkeys);
    }),
});
