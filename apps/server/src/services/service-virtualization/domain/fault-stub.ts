import type { Stub } from '@touchstone/engine-mock/core';
import type { JsonObject } from './asset-content.ts';

/** Takes precedence over every asset, whatever its priority. */
const priority = -1_000_000_000;

/** faultStub returns the stub of a fault in the engine's form. */
export const faultStub = ({ id, name, stub }: { id: string; name: string; stub: JsonObject }): JsonObject => ({
  ...stub,
  id,
  name: `Fault: ${name}`,
  priority,
  metadata: { isFault: true },
});

/** isFault returns whether a stub is a fault. */
export const isFault = ({ metadata }: Pick<Stub, 'metadata'>): boolean => metadata?.isFault === true;
