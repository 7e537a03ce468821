import { z } from 'zod';
import { reportFormats } from './run-state.ts';

/** Where the report of a run is mailed, and in which format. */
export const reportMailInput = {
  email: z.email('Please enter valid email id'),
  type: z.enum(reportFormats).default('html'),
};
