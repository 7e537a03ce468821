/** Slot is an extension point of a service that others add to, such as kinds of run. */
export interface Slot<Value> {
  /** A plain plural, such as `kinds of run`. */
  readonly name: string;
  /** For types only. */
  readonly value?: Value;
}

/** Addition is a service's additions to a slot. */
export interface Addition {
  slot: string;
  values: readonly unknown[];
}

/** Taking is what the slot's service does with each value. */
export interface Taking {
  slot: string;
  take(value: unknown): void;
}

/** defineSlot declares a slot; the service whose front door exports it takes the additions. */
export const defineSlot = <Value>(name: string): Slot<Value> => ({ name });

/** add adds values to a slot; used in the `adds` of a service. */
export const add = <Value>(slot: Slot<Value>, ...values: NoInfer<Value>[]): Addition => ({ slot: slot.name, values });

/**
 * take receives every value of a slot; used in the `takes` of its service: after all services are created, before the
 * first call.
 */
export const take = <Value>(slot: Slot<Value>, receive: (value: Value) => void): Taking => ({
  slot: slot.name,
  take: receive as (value: unknown) => void,
});

/** SlotUser is the part of a service that concerns slots. */
export interface SlotUser {
  adds?: readonly Addition[];
  takes?: readonly Taking[];
}

/** fillSlots delivers the services' additions. Throws if two services take from one slot, or none does. */
export function fillSlots(services: ReadonlyMap<string, SlotUser>): void {
  const takers = new Map<string, { name: string; taking: Taking }>();
  for (const [name, { takes = [] }] of services)
    for (const taking of takes) {
      const other = takers.get(taking.slot);
      if (other) throw new Error(`${other.name} and ${name} both take the ${taking.slot}; exactly one may.`);
      takers.set(taking.slot, { name, taking });
    }
  for (const [name, { adds = [] }] of services)
    for (const { slot, values } of adds) {
      const taker = takers.get(slot);
      if (!taker)
        throw new Error(
          `The service ${name} adds to the ${slot}, but no listed service takes them. Add that service to services/manifest.ts.`,
        );
      for (const value of values) taker.taking.take(value);
    }
}

/**
 * takeNamed collects lists of named definitions, such as limits, in one list. Throws if two services define the same
 * name.
 */
export const takeNamed = <Definition>(
  slot: Slot<Readonly<Record<string, Definition>>>,
  into: Record<string, Definition>,
): Taking =>
  take(slot, (list) => {
    for (const [name, definition] of Object.entries(list)) {
      if (Object.hasOwn(into, name)) throw new Error(`Two services bring ${name} to the ${slot.name}. Rename one.`);
      into[name] = definition;
    }
  });
