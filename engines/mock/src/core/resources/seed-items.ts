import { compileJsonSchema } from '@touchstone/engine-assert/core';
import { sampleFromSchema } from '@touchstone/engine-data/core';
import type { RandomSource } from '@touchstone/kernel';
import type { FakeSource, ResourceDefinition, ResourceItem } from './resource.ts';

/** Generators of realistic values by member name. */
const generators: [name: RegExp, generator: string][] = [
  [/e?mail/i, 'internet.email'],
  [/first.?name|given.?name/i, 'person.firstName'],
  [/last.?name|sur.?name|family.?name/i, 'person.lastName'],
  [/user.?name|login/i, 'internet.username'],
  [/full.?name|^(owner|author|customer)$/i, 'person.fullName'],
  [/company|organi[sz]ation/i, 'company.name'],
  [/phone|mobile/i, 'phone.number'],
  [/street|address/i, 'location.streetAddress'],
  [/city|town/i, 'location.city'],
  [/country/i, 'location.country'],
  [/zip|postal/i, 'location.zipCode'],
  [/url|website|link|href/i, 'internet.url'],
  [/colou?r/i, 'color.human'],
  [/currency/i, 'finance.currencyCode'],
  [/product|title/i, 'commerce.productName'],
  [/description|summary|text|comment/i, 'lorem.sentence'],
  [/name/i, 'person.firstName'],
];

/**
 * seedItems generates records that are valid against a resource's schema, with realistic values where member names
 * suggest them.
 */
export function seedItems(
  { schema, count = 10, idKey = 'id', name }: ResourceDefinition,
  random: RandomSource,
  fake: FakeSource | undefined,
): ResourceItem[] {
  if (schema === undefined) return [];
  const { value } = sampleFromSchema(schema);
  const sample: ResourceItem = typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  const compiled = compileJsonSchema(schema);
  const isValid = (item: ResourceItem) => compiled.validate(item).length === 0;
  const isSampleValid = isValid(sample);
  return Array.from({ length: Math.min(1000, count) }, (_, index) => {
    const item = structuredClone(sample);
    if (typeof item[idKey] === 'number' || item[idKey] === undefined) item[idKey] = index + 1;
    else item[idKey] = textId(String(item[idKey]), name, index, random);
    for (const key of Object.keys(item)) {
      if (key === idKey) continue;
      const before = item[key];
      const made = varied(key, before, schema, random, fake);
      if (made === undefined) continue;
      item[key] = made;
      if (isSampleValid && !isValid(item)) item[key] = before;
    }
    return item;
  });
}

function textId(sample: string, name: string, index: number, random: RandomSource): string {
  const isUuid = /^[\da-f]{8}-[\da-f]{4}-/i.test(sample);
  if (!isUuid) return `${name}-${index + 1}`;
  return 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () => Math.floor(random() * 16).toString(16));
}

function varied(
  key: string,
  value: unknown,
  schema: unknown,
  random: RandomSource,
  fake: FakeSource | undefined,
): unknown {
  const properties =
    (schema as { properties?: Record<string, { enum?: unknown[]; example?: unknown }> }).properties ?? {};
  const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
  if (Array.isArray(property?.enum)) return property.enum[Math.floor(random() * property.enum.length)];
  if (typeof value === 'boolean') return random() < 0.5;
  if (typeof value === 'number')
    return Number.isInteger(value) ? Math.floor(random() * 1000) : Math.round(random() * 1e5) / 100;
  if (typeof value !== 'string') return undefined;
  if (/^\d{4}-\d{2}-\d{2}/.test(value)) {
    const date = new Date(Date.UTC(2026, 0, 1) + Math.floor(random() * 365) * 86_400_000).toISOString();
    return value.length > 10 ? date : date.slice(0, 10);
  }
  const generator = generators.find(([pattern]) => pattern.test(key))?.[1];
  return generator === undefined ? undefined : fake?.(generator, random);
}
