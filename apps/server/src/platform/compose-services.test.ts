import { expect, test } from 'vitest';
import { z } from 'zod';
import { services } from '../services/manifest.ts';
import { composeServices, migrationsOf, orderServices } from './compose-services.ts';
import { defineEvent, type EventHandler, on } from './events.ts';
import type { Platform } from './platform.ts';
import { type AnyService, defineService, type ServiceParts } from './service.ts';

const named = (name: string, needs: Record<string, AnyService> = {}, extra: Partial<ServiceParts<unknown>> = {}) =>
  defineService<unknown, Record<string, AnyService>>({
    name,
    needs,
    create: (_platform, doors) => ({ door: { name, needs: Object.keys(doors) }, ...extra }),
  });
const names = (list: readonly AnyService[]) => list.map(({ name }) => name);
const everyone = {
  authenticate: async () => undefined,
  visitOrganization: async () => undefined,
  guard: async () => undefined,
};
const subscribed: [service: string, event: string][] = [];
const platform = {
  events: {
    subscribe: (service: string, { event }: EventHandler) => {
      subscribed.push([service, event]);
    },
  },
  config: { ofServices: { RETENTION: 7, OTHERS: 1 } },
} as unknown as Platform;

test('a service starts after those it needs, otherwise in listed order', () => {
  const ground = named('ground');
  const middle = named('middle', { ground });
  const roof = named('roof', { middle, ground });
  const shed = named('shed');
  expect(names(orderServices([roof, shed, middle, ground]))).toEqual(['ground', 'middle', 'roof', 'shed']);
});

const lost = named('lost');
const twin = named('twin');
const chicken: { name: string; needs: Record<string, AnyService> } & AnyService = { ...named('chicken'), needs: {} };
const egg = named('egg', { chicken });
(chicken as { needs: Record<string, AnyService> }).needs = { egg };

test.each([
  [
    'a service that needs one that is not listed',
    [named('monitoring', { lost })],
    'The service monitoring needs lost, which is not listed. Add it to services/manifest.ts.',
  ],
  [
    'two services of one name, and so of one schema of tables',
    [twin, named('twin')],
    'Two services are named twin; the name is also the schema of their tables. Rename one.',
  ],
  [
    'services that need each other',
    [egg, chicken],
    'Services need each other in a circle: egg → chicken → egg. Let one of them publish an event instead.',
  ],
])('%s stops the start', (_name, list, sentence) => {
  expect(() => orderServices(list)).toThrow(sentence);
});

test('a missing migrations folder stops the start', () => {
  const service = defineService({
    name: 'lean',
    migrations: new URL('./no-such-folder/', import.meta.url),
    create: () => ({ door: undefined }),
  });
  expect(() => migrationsOf([service])).toThrow(/^The migrations of lean are missing: .*no-such-folder/);
});

test('every listed service with tables has migrations', () => {
  expect(migrationsOf(services).map(({ service }) => service)).toEqual(
    names(orderServices(services)).filter((name) => name !== 'api-preview'),
  );
});

test('the handlers of each service are subscribed under its name', async () => {
  subscribed.length = 0;
  const built = defineEvent<{ id: string }>('house.built');
  const sold = defineEvent<{ id: string }>('house.sold');
  const ground = named('ground', {}, { access: everyone, on: [on(built, async () => undefined)] });
  const roof = named('roof', { ground }, { on: [on(built, async () => undefined), on(sold, async () => undefined)] });
  await composeServices(platform, [roof, ground]);
  expect(subscribed).toEqual([
    ['ground', 'house.built'],
    ['roof', 'house.built'],
    ['roof', 'house.sold'],
  ]);
});

test('services get the doors of the services they need', async () => {
  const ground = named('ground', {}, { access: everyone });
  const roof = named('roof', { ground });
  const made = await composeServices(platform, [roof, ground]);
  expect(made.door(roof)).toEqual({ name: 'roof', needs: ['ground'] });
  expect(() => made.door(lost)).toThrow('The service lost is not listed in services/manifest.ts.');
});

test('a service gets the values of its own settings only', async () => {
  const ground = named('ground', {}, { access: everyone });
  const keeper = defineService({
    name: 'keeper',
    config: { RETENTION: { schema: z.number(), help: 'How long' } },
    create: (_platform, _doors, config) => ({ door: config }),
  });
  expect((await composeServices(platform, [ground, keeper])).door(keeper)).toEqual({ RETENTION: 7 });
});

test.each([
  ['no service', [named('mute')], 'No service gives the access rule "authenticate"'],
  [
    'two services',
    [named('first', {}, { access: everyone }), named('second', {}, { access: everyone })],
    'first and second both give the access rule "authenticate"; exactly one may.',
  ],
])('%s deciding who may call stops the start', async (_name, list, sentence) => {
  await expect(composeServices(platform, list)).rejects.toThrow(sentence);
});
