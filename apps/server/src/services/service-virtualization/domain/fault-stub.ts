import type { Stub } from '@touchstone/engine-mock/core';
import type { JsonObject } from './asset-content.ts';

/** Before every asset, whatever priority that has. */
const priority = -1_000_000_000;

/** faultStub is the stub of a fault, as the engine takes it. */
export const faultStub = ({ id, name, stub }: { id: string; name: string; stub: JsonObject }): JsonObject => ({
  ...stub,
  id,
  name: `Fault: ${name}`,
  priority,
  metadata: { isFault: true },
});

/** isFault tells a fault from an asset. */
export const isFault = ({ metadata }: Pick<Stub, 'metadata'>): boolean => metadata?.isFault === true;
