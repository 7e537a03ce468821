import { z } from 'zod';

/** Limits of the seconds between two checks. */
export const intervalBounds = { min: 10, max: 86_400 } as const;

/** A cron expression as accepted by monitors and maintenance windows. */
export const cronSchema = z
  .string()
  .trim()
  .min(1, 'Enter a cron line such as */5 * * * *.')
  .max(200)
  .describe('Minute, hour, day of month, month, day of week');
/** A time zone. */
export const timezoneNameSchema = z.string().min(1).max(64).describe('IANA name, such as Europe/Berlin');

/**
 * When a monitor is checked: at an interval in seconds, or by a cron expression in a time zone's calendar. A local time
 * skipped by a clock change is due at the first moment after the gap; a repeated one is due once, the first time.
 */
export const monitorScheduleSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('interval'),
    everySeconds: z
      .number()
      .int()
      .min(intervalBounds.min, 'The shortest interval is 10 seconds.')
      .max(intervalBounds.max, 'The longest interval is 1 day.'),
  }),
  z.strictObject({ type: z.literal('cron'), cron: cronSchema, timezone: timezoneNameSchema.default('UTC') }),
]);
/** When a monitor is checked. */
export type MonitorSchedule = z.infer<typeof monitorScheduleSchema>;

/** When a monitor is checked, as returned by the API. */
export const shownScheduleSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('interval'), everySeconds: z.number().int() }),
  z.object({ type: z.literal('cron'), cron: z.string(), timezone: z.string() }),
]);
