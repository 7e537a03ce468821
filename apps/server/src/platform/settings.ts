import { z } from 'zod';

/**
 * Setting is an environment variable: its valid values, its meaning, and whether `touchstone config` hides its value.
 */
export interface Setting {
  schema: z.ZodType;
  help: string;
  secret?: boolean;
}
export type SettingList = Readonly<Record<string, Setting>>;

/** ValuesOf are the validated values of settings. */
export type ValuesOf<List extends SettingList> = { readonly [Name in keyof List]: z.output<List[Name]['schema']> };

/** ConfigCheck lists valid settings that contradict each other; each problem starts with its variable. */
export type ConfigCheck = (values: never) => string[];

/** mergeSettings merges the settings of all owners. Throws if two of them define the same variable. */
export function mergeSettings(owners: readonly { name: string; config?: SettingList | undefined }[]): SettingList {
  const ownerOf = new Map<string, string>();
  for (const { name, config = {} } of owners)
    for (const variable of Object.keys(config)) {
      const other = ownerOf.get(variable);
      if (other !== undefined)
        throw new Error(
          `${other} and ${name} both have the setting ${variable}. Rename one, or let ${name} ask the door of ${other}.`,
        );
      ownerOf.set(variable, name);
    }
  return Object.assign({}, ...owners.map(({ config }) => config ?? {}));
}

/** A comma-separated list of words. */
export const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
export const listSetting = z.string().default('').transform(splitList);

export const httpUrl = z.url({ protocol: /^https?$/ });

/** namedUrls returns a list of NAME=URL with names that the product knows. */
export const namedUrls = (names: readonly string[]) =>
  listSetting.pipe(
    z.array(
      z.string().refine((text) => {
        const [name = '', ...address] = text.split('=');
        return names.includes(name) && httpUrl.safeParse(address.join('=')).success;
      }, `must be NAME=URL, such as ${names[0]}=https://host.example`),
    ),
  );
