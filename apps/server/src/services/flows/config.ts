import { z } from 'zod';
import type { SettingList } from '../../platform/settings.ts';

/** The settings of workflows. */
export const flowSettings = {
  AI_MODEL_URL: {
    schema: z.url({ protocol: /^https?$/ }).optional(),
    help: 'Server of a language model that writes summaries of workflows: the part of its address before /chat/completions; without it the product writes them itself',
  },
  AI_MODEL: {
    schema: z.string().min(1).default('default'),
    help: 'Name of the model at AI_MODEL_URL',
  },
  AI_MODEL_KEY: {
    schema: z.string().min(1).optional(),
    help: 'Key that AI_MODEL_URL asks for, sent as a bearer token',
    secret: true,
  },
} satisfies SettingList;
