import { z } from 'zod';

/** How often a job is due. `CRON` is an expression of five fields; all others are due at one time of day. */
export const scheduleTypes = ['ONCE', 'DAILY', 'WEEKLY', 'MONTHLY', 'CRON'] as const;
/** How often a job is due. */
export const scheduleTypeSchema = z.enum(scheduleTypes);
/** How often a job is due. */
export type ScheduleType = z.infer<typeof scheduleTypeSchema>;

/** Days of a week, Monday first. */
export const weekDays = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const;
/** A day of the week. */
export type WeekDay = (typeof weekDays)[number];

/** The last day of a month, whichever it is. */
export const lastDayOfMonth = 'LAST';

/** The requirements' texts for invalid schedules; the server returns the same ones. */
export const scheduleMessages = {
  timeInPast: 'Selected time must be greater than current time.',
  severalDays: 'Cannot select multiple days for the same start and end date.',
  daysOutside: 'Please select the corresponding days for the selected dates.',
} as const;

const localDate = z.iso.date('Must be a date such as 2026-03-29.');

/**
 * When a job is due, in its time zone's calendar. A local time skipped by a clock change is due at the first moment
 * after the gap; a repeated one is due once, the first time. A month without a selected day is skipped.
 */
export const scheduleSchema = z.strictObject({
  scheduleType: scheduleTypeSchema,
  timezone: z.string().min(1).max(64).describe('IANA name from `GET timezones`, such as Europe/Berlin'),
  startDate: localDate.describe('First day, on the calendar of the time zone; the day itself of ONCE'),
  endDate: localDate.nullable().default(null).describe('Last day, included; null: no end. ONCE has none'),
  time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time such as 09:30.')
    .nullable()
    .default(null)
    .describe('Time of day, 24 hours; required for all types but CRON'),
  daysOfWeek: z.array(z.enum(weekDays)).max(7).default([]).describe('Required for WEEKLY'),
  daysOfMonth: z
    .array(z.union([z.number().int().min(1).max(31), z.literal(lastDayOfMonth)]))
    .max(32)
    .default([])
    .describe('Required for MONTHLY; LAST is the last day of each month'),
  cron: z
    .string()
    .trim()
    .max(200)
    .nullable()
    .default(null)
    .describe('Required for CRON: minute, hour, day of month, month, day of week'),
});
/** When a job is due. */
export type Schedule = z.infer<typeof scheduleSchema>;
/** When a job is due, as form input. */
export type ScheduleInput = z.input<typeof scheduleSchema>;

/** A time zone with its current offset. */
export const timezoneSchema = z.object({
  timezone: z.string().describe('IANA name'),
  offset: z.string().describe('From UTC at present, such as +01:00'),
  offsetMinutes: z.number().int(),
});
/** A time zone with its current offset. */
export type Timezone = z.infer<typeof timezoneSchema>;

/** The next due times of a schedule. */
export const schedulePreviewSchema = z.object({
  dueAt: z.array(z.iso.datetime()).describe('The next instants, at most five'),
});
