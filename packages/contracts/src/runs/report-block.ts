import { z } from 'zod';

/** A line of a chart; null breaks it. */
const chartLineSchema = z.object({
  label: z.string(),
  values: z.array(z.number().nullable()).readonly(),
  color: z
    .string()
    .describe("Hue of the line, as a token of the report's style; the dash tells lines apart without it"),
  dash: z.string().optional(),
});
/** A line of a chart; null breaks it. */
export type ChartLine = z.infer<typeof chartLineSchema>;

/** The excerpt of the checked data that shows why a check failed. */
export const proofSchema = z.object({
  source: z.enum(['response', 'headers', 'body', 'timing', 'certificate']),
  lines: z.array(
    z.object({
      number: z.number().int().optional().describe('Line of the body; JSON is counted as it is indented'),
      text: z.string(),
      isMarked: z.literal(true).optional().describe('The place that the check failed on'),
    }),
  ),
  note: z.string().optional().describe('Why there are fewer lines than one would expect'),
});
/** The excerpt of the checked data that shows why a check failed. */
export type Proof = z.infer<typeof proofSchema>;

/** A fault found by a schema. */
export const faultSchema = z.object({
  place: z.string().describe('JSON pointer, or the line of an XML document; empty for the whole body'),
  message: z.string(),
  line: z.number().int().optional().describe('Its line among those of the proof'),
});

/** A condition that was checked. */
const reportCheckSchema = z.object({
  status: z.enum(['passed', 'failed']),
  title: z.string(),
  subject: z.string().optional().describe('What was looked at'),
  expected: z.unknown().optional(),
  actual: z.unknown().optional(),
  faults: z.array(faultSchema).optional().describe('What a schema finds fault with, the first 20'),
  proof: proofSchema.optional(),
  isBrief: z.boolean().optional().describe('Both values take a line at the most, because the title tells what matters'),
});
/** A condition that was judged. */
export type ReportCheck = z.infer<typeof reportCheckSchema>;

const title = z.string();

/** A part of a report outside the steps, for runs of any kind. */
export const reportBlockSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('notice'), text: z.string() }),
  z.object({
    type: z.literal('text'),
    title: title.optional(),
    tone: z.enum(['plain', 'warning']).optional().describe('Whether the sentences call for attention'),
    lines: z.array(z.string()),
  }),
  z.object({ type: z.literal('checks'), title, checks: z.array(reportCheckSchema) }),
  z.object({
    type: z.literal('values'),
    title,
    values: z.array(z.object({ name: z.string(), text: z.string(), problem: z.string().optional() })),
  }),
  z.object({
    type: z.literal('list'),
    title,
    items: z.array(z.object({ strong: z.string(), text: z.string(), detail: z.string().optional() })),
  }),
  z.object({
    type: z.literal('table'),
    title,
    columns: z.array(z.string()),
    rows: z.array(z.array(z.string())),
    sheet: z.string().max(31).optional().describe('Name of the sheet that it has of its own in a workbook'),
  }),
  z.object({
    type: z.literal('chart'),
    title,
    unit: z.enum(['number', 'duration']),
    seconds: z.array(z.number()).readonly(),
    lines: z.array(chartLineSchema),
  }),
  z
    .object({ type: z.literal('image'), title, mediaType: z.string(), base64: z.string() })
    .describe('A picture within the report; others than PNG, JPEG, GIF and WebP are named only'),
  z.object({
    type: z.literal('files'),
    title,
    files: z.array(z.object({ name: z.string(), mediaType: z.string(), sizeBytes: z.number() })),
  }),
]);
/** A part of a report outside the steps, for runs of any kind. */
export type SectionBlock = z.infer<typeof reportBlockSchema>;
