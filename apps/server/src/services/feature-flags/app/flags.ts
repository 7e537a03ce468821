import type { Flag, FlagPreview, FlagRule } from '@touchstone/contracts/feature-flags';
import { AppError, newId } from '@touchstone/kernel';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Platform } from '../../../platform/platform.ts';
import { defineSlot } from '../../../platform/slots.ts';
import {
  evaluateFlag,
  type FlagDefinition,
  type FlagList,
  type FlagValue,
  type TargetingContext,
} from '../domain/flags.ts';
import { contextOfPerson, type TargetedPerson } from '../domain/targeting-context.ts';
import { featureFlagErrors } from '../errors.ts';
import { flagsStore } from '../store/flags.store.ts';

/** Slot for the flags that services evaluate. */
export const featureFlags = defineSlot<FlagList>('feature flags');

/** How long another process may still return an earlier value. */
const cacheMs = 5000;

interface FlagChange {
  key: string;
  revision: string | null;
  value?: FlagValue | undefined;
  rules?: FlagRule[] | undefined;
}
interface FlagQuestion {
  key: string;
  value: FlagValue;
  rules: FlagRule[];
  login?: string | undefined;
  context: TargetingContext;
}

/** Flags of the installation: defaults from services, and changes by a super administrator. */
export function createFlags(needs: {
  platform: Platform;
  definitions: FlagList;
  findPerson: (email: string) => Promise<TargetedPerson | undefined>;
}) {
  const { platform, definitions, findPerson } = needs;
  const { database, clock } = platform;
  const db = database.sql;
  let cached: { flags: Promise<Map<string, Flag>>; untilMs: number } | undefined;

  const load = async (): Promise<Map<string, Flag>> => {
    const changed = new Map((await flagsStore.list(db)).map((row) => [row.key, row]));
    return new Map(
      Object.entries(definitions).map(([key, { description, value, beforeSignIn = false }]) => {
        const row = changed.get(key);
        const flag: Flag = {
          key,
          description,
          beforeSignIn,
          defaultValue: value,
          type: typeof value === 'boolean' ? 'boolean' : 'string',
          value: row?.value ?? value,
          rules: row?.rules ?? [],
          isChanged: row !== undefined,
          updatedAt: row?.updatedAt.toISOString() ?? null,
          updatedBy: row?.updatedBy ?? null,
          revision: row?.revision ?? null,
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
  const find = async (key: string): Promise<{ definition: FlagDefinition; flag: Flag }> => {
    const [definition, flag] = [definitions[key], (await load()).get(key)];
    if (!definition || !flag) throw new AppError(featureFlagErrors.notFound);
    return { definition, flag };
  };

  return {
    read,
    list: async (): Promise<Flag[]> => [...(await load()).values()],
    /** Without a value and rules, the product's default applies again. Rejects a change based on an outdated state. */
    async update(caller: Caller, { key, revision, value, rules }: FlagChange): Promise<Flag> {
      const { definition, flag: before } = await find(key);
      assertFits(definition, { value, rules });
      const isReset = value === undefined && rules === undefined;
      const next = { value: value ?? before.value, rules: rules ?? before.rules };
      const row = { key, ...next, updatedAt: clock.now(), updatedBy: caller.email, revision: newId() };
      const isDone = isReset
        ? revision === null
          ? !before.isChanged
          : await flagsStore.delete(db, key, revision)
        : await flagsStore.replace(db, row, revision);
      if (!isDone) throw new AppError(featureFlagErrors.changedMeanwhile);
      cached = undefined;
      const { flag: after } = await find(key);
      await platform.audit(caller, {
        action: isReset ? 'feature-flag.reset' : 'feature-flag.changed',
        target: key,
        detail: {
          from: { value: before.value, rules: before.rules },
          to: isReset ? { value: definition.value, rules: [] } : next,
        },
      });
      return after;
    },
    /** What a user would get from a value and rules, saved or not. */
    async preview({ key, value, rules, login, context }: FlagQuestion): Promise<FlagPreview> {
      const { definition } = await find(key);
      assertFits(definition, { value, rules });
      const person = login ? await findPerson(login) : undefined;
      if (login && !person) throw new AppError(featureFlagErrors.userNotFound);
      const whole = { ...(person && contextOfPerson(person)), ...context };
      return { ...evaluateFlag({ value, rules }, whole), context: whole };
    },
  };
}

/** Throws if values don't match the flag's kind, or rules are given to a flag that allows none. */
function assertFits(
  { value: standard, beforeSignIn, check }: FlagDefinition,
  { value, rules = [] }: { value?: FlagValue | undefined; rules?: FlagRule[] | undefined },
): void {
  const type = typeof standard;
  const given = [...(value === undefined ? [] : [value]), ...rules.map((rule) => rule.value)];
  if (given.some((item) => typeof item !== type)) throw new AppError(featureFlagErrors.wrongType, { params: { type } });
  if (beforeSignIn && rules.length) throw new AppError(featureFlagErrors.noRules);
  const problem = given.map((item) => check?.(item)).find((text) => text !== undefined);
  if (problem) throw new AppError(featureFlagErrors.wrongValue, { params: { problem } });
}

export type Flags = ReturnType<typeof createFlags>;
