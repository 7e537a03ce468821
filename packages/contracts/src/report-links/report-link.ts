import { z } from 'zod';
import { idSchema, timeSchema } from '../shared.ts';

/** Maximum lifetime of a public link, in days. */
export const maxLinkDays = 90;

/**
 * A public link to the report of a run. Anyone who has it can read the report without signing in; its address is shown
 * once.
 */
export const reportLinkSchema = z.object({
  linkId: idSchema,
  runId: idSchema,
  createdByName: z.string(),
  createdAt: timeSchema,
  expiresAt: timeSchema,
  lastOpenedAt: timeSchema.nullable(),
});
/** A public link to the report of a run. */
export type ReportLink = z.infer<typeof reportLinkSchema>;

/** A new link, with the address that is never shown again. */
export const newReportLinkSchema = reportLinkSchema.extend({ address: z.string() });
/** A new link. */
export type NewReportLink = z.infer<typeof newReportLinkSchema>;
