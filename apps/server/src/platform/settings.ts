import { z } from 'zod';

/** Setting is one environment variable: what it may be, what it means, and whether `touchstone config` hides its value. */
export interface Setting {
  schema: z.ZodType;
  help: string;
  secret?: boolean;
}
export type SettingList = Readonly<Record<string, Setting>>;

/** ValuesOf are the validated values of settings. */
export type ValuesOf<List extends SettingList> = { readonly [Name in keyof List]: z.output<List[Name]['schema']> };

/** ConfigCheck names valid settings that contradict each other, each problem with its variable first. */
export type ConfigCheck = (values: never) => string[];

/** mergeSettings puts the settings of all owners together. Throws a sentence where two of them have one variable. */
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

/** A list of words between commas. */
export const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
export const listSetting = z.string().default('').transform(splitList);

export const httpUrl = z.url({ protocol: /^https?$/ });

/** namedUrls is a list of NAME=URL with names that the product knows. */
export const namedUrls = (names: readonly string[]) =>
  listSetting.pipe(
    z.array(
      z.string().refine((text) => {
        const [name = '', ...address] = text.split('=');
        return names.includes(name) && httpUrl.safeParse(address.join('=')).success;
      }, `must be NAME=URL, such as ${names[0]}=https://host.example`),
    ),
  );
