import { writeFile } from 'node:fs/promises';
import type { Model } from '@touchstone/engine-heal/testing';

/** writeModel writes a model as the engine's source file. */
export async function writeModel(model: Model, path: string): Promise<void> {
  const source = `import type { Model } from './model.ts';

/** What \`npm run bench:healer -- --train\` learned from pages whose later versions are known; not written by hand. */
export const trainedModel: Model = ${JSON.stringify(model, null, 2)};
`;
  await writeFile(path, source);
}
