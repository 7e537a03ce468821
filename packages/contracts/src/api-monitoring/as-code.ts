import { z } from 'zod';
import { channelSettingsSchema } from './alert-channel.ts';
import { newPolicySchema } from './alert-policy.ts';
import { newMonitorSchema } from './monitor.ts';
import { sloPercentSchema } from './objective.ts';
import { collectionNameSchema } from './project.ts';
import { newPageSchema, pageGroupSchema, pageItemSchema } from './status-page.ts';

const name = z.string().trim().min(1).max(255);

const codeMonitorSchema = newMonitorSchema.omit({ projectId: true, collectionId: true });
const codeCollectionSchema = z.strictObject({
  name: collectionNameSchema,
  description: z.string().max(2000).default(''),
  sloPercent: sloPercentSchema,
  monitors: z.array(codeMonitorSchema).max(2000).default([]),
});
const codeChannelSchema = z.strictObject({
  name,
  settings: channelSettingsSchema.describe('Without secrets'),
  secrets: z
    .record(z.string().max(50), z.string().regex(/^[A-Za-z_]\w{0,99}$/, 'Name an environment variable.'))
    .default({})
    .describe('By sealed field, the environment variable that holds it'),
});
const monitorPath = z.string().trim().min(1).max(400).describe('Collection / monitored API, by name');
const codePolicySchema = newPolicySchema
  .omit({ projectId: true, steps: true, collectionIds: true, monitorIds: true })
  .extend({
    steps: z
      .array(
        z.strictObject({
          afterMinutes: newPolicySchema.shape.steps.element.shape.afterMinutes,
          channels: z.array(name).min(1).max(20),
        }),
      )
      .min(1)
      .max(10),
    collections: z.array(name).max(200).default([]),
    monitors: z.array(monitorPath).max(500).default([]),
  });
const codePageSchema = newPageSchema.omit({ projectId: true, groups: true, password: true }).extend({
  groups: z
    .array(
      pageGroupSchema.omit({ items: true }).extend({
        items: z.array(pageItemSchema.omit({ monitorId: true }).extend({ monitor: monitorPath })).max(100),
      }),
    )
    .max(30)
    .default([]),
  passwordFrom: z
    .string()
    .regex(/^[A-Za-z_]\w{0,99}$/)
    .nullable()
    .default(null)
    .describe('Environment variable'),
});

/** A monitoring project as written in a file. Everything has a name; names are unique in their place. */
export const monitoringCodeSchema = z.strictObject({
  version: z.literal(1).default(1),
  collections: z.array(codeCollectionSchema).max(500).default([]),
  channels: z.array(codeChannelSchema).max(200).default([]),
  policies: z.array(codePolicySchema).max(200).default([]),
  statusPages: z.array(codePageSchema).max(50).default([]),
});
/** A monitoring project as read from a file. */
export type MonitoringCode = z.infer<typeof monitoringCodeSchema>;
/** A monitoring project as written in a file. */
export type MonitoringCodeInput = z.input<typeof monitoringCodeSchema>;
