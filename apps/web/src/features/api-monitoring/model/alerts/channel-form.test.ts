import { channelKinds, channelSecrets, channelSettingsSchema } from '@touchstone/contracts/api-monitoring';
import { expect, test } from 'vitest';
import { channelForms, emptyValues, missingSecrets, settingsOf } from './channel-form.ts';

const filled: Record<string, string | string[]> = {
  addresses: ['ana@example.test'],
  url: 'https://example.com',
  webhookUrl: 'https://example.com/hook',
  routingKey: 'abc',
  apiKey: 'abc',
  botToken: 'abc',
  chatId: '@channel',
  topic: 'alerts',
};

test.each(channelKinds)('the form of %s asks for everything the server needs, and seals secrets', (kind) => {
  const { fields } = channelForms[kind];
  const values = Object.fromEntries(fields.flatMap(({ key }) => (filled[key] ? [[key, filled[key]]] : [])));
  const all = { ...emptyValues(kind), ...values };
  expect(channelSettingsSchema.safeParse(settingsOf(kind, all)).success).toBe(true);
  expect(fields.filter(({ isSecret }) => isSecret).map(({ key }) => key)).toEqual([...channelSecrets[kind]]);
});

test('a new channel requires its secret, a saved one keeps it', () => {
  expect(missingSecrets('slack', {}, [])).toEqual({ webhookUrl: 'Please enter webhook URL.' });
  expect(missingSecrets('slack', {}, ['webhookUrl'])).toEqual({});
  expect(missingSecrets('webhook', {}, [])).toEqual({});
  expect(settingsOf('slack', { webhookUrl: '' })).toEqual({ kind: 'slack' });
});
