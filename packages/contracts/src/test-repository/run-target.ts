import { z } from 'zod';

/** Browsers that scripts run in. */
export const browserNames = ['chromium', 'firefox', 'webkit'] as const;
/** A browser that scripts run in. */
export type BrowserName = (typeof browserNames)[number];
/** Display names of the browsers. */
export const browserTitles: Record<BrowserName, string> = {
  chromium: 'Chromium',
  firefox: 'Firefox',
  webkit: 'WebKit',
};

/** Size of a page, in CSS pixels. */
export const viewportSchema = z.strictObject({
  width: z
    .number()
    .int()
    .min(200, 'A page is at least 200 pixels wide')
    .max(7680, 'A page is at most 7680 pixels wide'),
  height: z
    .number()
    .int()
    .min(200, 'A page is at least 200 pixels high')
    .max(4320, 'A page is at most 4320 pixels high'),
});
/** Size of a page, in CSS pixels. */
export type Viewport = z.infer<typeof viewportSchema>;

/** Maximum number of targets of a run. */
export const maxTargets = 12;

/** Where scripts run: a browser with a given page size, or that of a device. */
export const runTargetSchema = z
  .strictObject({
    browser: z.enum(browserNames),
    viewport: viewportSchema.optional(),
    device: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .optional()
      .describe('In place of a size: a device that GET devices names; its screen, touch and user agent are taken on'),
  })
  .refine(({ viewport, device }) => (viewport === undefined) !== (device === undefined), {
    path: ['viewport'],
    message: 'Give either a size or a device',
  });
/** Where scripts run. */
export type RunTarget = z.infer<typeof runTargetSchema>;

/** Targets of a run; each script runs in every target. */
export const runTargetsSchema = z
  .array(runTargetSchema)
  .min(1, 'Choose at least one target')
  .max(maxTargets, `A run has at most ${maxTargets} targets`)
  .refine((all) => new Set(all.map(runTargetTitle)).size === all.length, 'Each target can occur once');

/** A target of a planned run, with its size resolved. */
export const plannedTargetSchema = z.object({
  browser: z.enum(browserNames),
  viewport: z.object({ width: z.number().int(), height: z.number().int() }),
  device: z.string().nullable(),
});
/** A target of a planned run. */
export type PlannedTarget = z.infer<typeof plannedTargetSchema>;

/**
 * runTargetTitle returns the display name of a target, such as "Chromium · 1280 × 720" or "Firefox · iPhone 15 Pro".
 */
export function runTargetTitle({ browser, viewport, device }: RunTarget | PlannedTarget): string {
  return `${browserTitles[browser]} · ${device ?? `${viewport?.width} × ${viewport?.height}`}`;
}

/** A device whose screen size a target can use. */
export const deviceSchema = z.object({ name: z.string(), ...plannedTargetSchema.pick({ viewport: true }).shape });
/** A device whose screen size a target can use. */
export type Device = z.infer<typeof deviceSchema>;
