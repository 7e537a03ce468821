import { z } from 'zod';
import { idSchema } from '../shared.ts';
import { browserNames, type RunTarget, runTargetsSchema, viewportSchema } from './run-target.ts';

/** When pictures of the page are stored: as each step says, for failed steps, or for every step. */
export const evidenceModes = ['steps', 'failure', 'always'] as const;
/** When pictures of the page are stored. */
export type EvidenceMode = (typeof evidenceModes)[number];
/** For which scripts a run stores more than pictures (trace, network log and video): none, failed ones, or all. */
export const recordingModes = ['none', 'failed', 'always'] as const;
/** For which scripts a run stores trace, network log and video. */
export type RecordingMode = (typeof recordingModes)[number];
/**
 * What a step does if its element isn't found: it fails, it fails and names likely elements, or it continues with one
 * that is surely the same.
 */
export const healingModes = ['off', 'suggest', 'heal'] as const;
/** What a step does if its element isn't found. */
export type HealingMode = (typeof healingModes)[number];
/** The most scripts that a run executes concurrently. */
export const maxParallel = 8;

/** How scripts are run. */
export interface RunSettings {
  targets: RunTarget[];
  timeoutMs: number;
  retries: number;
  parallel: number;
  evidence: EvidenceMode;
  infrastructure: string | null;
  recording: RecordingMode;
  healing: HealingMode;
}

/** The default settings of runs. */
export const usualRunSettings: RunSettings = {
  targets: [{ browser: 'chromium', viewport: { width: 1280, height: 720 } }],
  timeoutMs: 10_000,
  retries: 0,
  parallel: 1,
  evidence: 'steps',
  infrastructure: null,
  recording: 'none',
  healing: 'suggest',
};

/** The settings of a run; omitted ones come from the named configuration, or are defaults. */
export const runSettingFields = {
  targets: runTargetsSchema.describe('Each script is run in every one; usually Chromium with 1280 × 720'),
  timeoutMs: z
    .number()
    .int()
    .min(100, 'A step has at least 100 ms')
    .max(120_000, 'A step has at most 120,000 ms')
    .describe('Of a step that has none of its own; usually 10,000'),
  retries: z
    .number()
    .int()
    .min(0)
    .max(5, 'A step is tried again at most 5 times')
    .describe('How often a step that fails is tried again; usually 0'),
  parallel: z
    .number()
    .int()
    .min(1)
    .max(maxParallel, `At most ${maxParallel} scripts run at the same time`)
    .describe('Scripts, or rows of their data tables, at the same time; usually 1. Chained scripts run one by one'),
  evidence: z
    .enum(evidenceModes)
    .describe('When pictures are kept: as each step says (usual), of steps that fail, or of every step'),
  infrastructure: z
    .string()
    .trim()
    .min(1)
    .max(60)
    .nullable()
    .describe('Label of the runners that execute the scripts; null (usual): any runner'),
  recording: z
    .enum(recordingModes)
    .describe('Of which scripts trace, network log and film are kept: of none (usual), of those that fail, or of all'),
  healing: z
    .enum(healingModes)
    .describe(
      'What a step does whose element is not found: `off`: it fails. `suggest` (usual): it fails and names elements that may be the one. `heal`: it goes on with one that is surely the same',
    ),
};

const { targets, parallel, ...ofEachStep } = z.object(runSettingFields).partial().shape;

/** The settings for trying a single script. */
export const trySettings = {
  environmentId: idSchema.optional(),
  browser: z.enum(browserNames).optional().describe('Usually chromium'),
  viewport: viewportSchema.optional().describe('Usually 1280 × 720'),
  ...ofEachStep,
};

/** The settings of a run; `browser` and `viewport` describe a single target. */
export const runSettings = {
  configurationUUID: idSchema.optional().describe('A run configuration of the project; what is given besides wins'),
  ...trySettings,
  targets,
  parallel,
};

/** isOneWay returns whether a run's targets are given in only one way. */
export const isOneWay = (given: { targets?: unknown; browser?: unknown; viewport?: unknown }): boolean =>
  given.targets === undefined || (given.browser === undefined && given.viewport === undefined);
/** The error if they aren't. */
export const twoWays = { path: ['targets'], message: 'Give either targets, or one browser and viewport' };
