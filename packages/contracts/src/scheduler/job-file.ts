import { z } from 'zod';
import { idInFileSchema, keptSecret } from '../shared.ts';
import { notifyPolicySchema, schedulerJobInputSchema } from './job.ts';

/** A job in a workspace file: secret variables have no value, and the webhook's address stays on the server. */
export const jobInFileSchema = schedulerJobInputSchema.omit({ title: true }).extend({
  id: idInFileSchema,
  name: schedulerJobInputSchema.shape.title,
  isPaused: z.boolean().default(false),
  notify: notifyPolicySchema
    .extend({ webhookUrl: z.literal(keptSecret).or(notifyPolicySchema.shape.webhookUrl.unwrap()).default(null) })
    .default({ when: 'NEVER', emails: [], webhookUrl: null }),
});
/** A job in a workspace file. */
export type JobInFile = z.infer<typeof jobInFileSchema>;
