import type { Flag, FlagRule } from '@touchstone/contracts';
import { AppError } from '@touchstone/kernel';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type FlagDefaults, type FlagValue, flagDefinitions } from '../domain/flags.ts';
import { featureFlagErrors } from '../errors.ts';
import { flagsStore } from '../store/flags.store.ts';

/** How long another process may still answer with a former value. */
const cacheMs = 5000;

/** Flags of the installation: what the product brings, and what a super administrator changed. */
export function createFlags({ platform, defaults }: { platform: Platform; defaults: FlagDefaults }) {
  const { database, clock } = platform;
  const db = database.sql;
  const definitions = flagDefinitions(defaults);
  let cached: { flags: Promise<Map<string, Flag>>; untilMs: number } | undefined;

  const load = async (): Promise<Map<string, Flag>> => {
    const changed = new Map((await flagsStore.list(db)).map((row) => [row.key, row]));
    return new Map(
      Object.entries(definitions).map(([key, { description, value }]) => {
        const row = changed.get(key);
        const flag: Flag = {
          ...{ key, description, type: typeof value === 'boolean' ? 'boolean' : 'string' },
          ...{ value: row?.value ?? value, rules: row?.rules ?? [], isChanged: row !== undefined },
          updatedAt: row?.updatedAt.toISOString() ?? null,
        };
        return [key, flag];
      }),
    );
  };
  const read = (): Promise<Map<string, Flag>> => {
    const nowMs = clock.monotonicMs();
    if (cached && cached.untilMs > nowMs) return cached.flags;
    const flags = load();
    cached = { flags, untilMs: nowMs + cacheMs };
    flags.catch(() => {
      cached = undefined;
    });
    return flags;
  };

  return {
    read,
    list: async (): Promise<Flag[]> => [...(await load()).values()],
    /** Without a value and rules the product's own holds again. */
    async update(
      caller: Caller,
      input: { key: string; value?: FlagValue | undefined; rules?: FlagRule[] | undefined },
    ): Promise<Flag> {
      const { key, value, rules } = input;
      const definition = definitions[key];
      const present = (await load()).get(key);
      if (!definition || !present) throw new AppError(featureFlagErrors.notFound);
      const type = typeof definition.value;
      const given = [...(value === undefined ? [] : [value]), ...(rules ?? []).map((rule) => rule.value)];
      if (given.some((item) => typeof item !== type))
        throw new AppError(featureFlagErrors.wrongType, { params: { type } });
      if (value === undefined && rules === undefined) await flagsStore.delete(db, key);
      else {
        const changed = { key, value: value ?? present.value, rules: rules ?? present.rules };
        await flagsStore.save(db, { ...changed, updatedAt: clock.now() });
      }
      cached = undefined;
      await platform.audit(caller, { action: 'feature-flag.changed', target: key, detail: { value: value ?? null } });
      return (await load()).get(key) as Flag;
    },
  };
}

export type Flags = ReturnType<typeof createFlags>;
