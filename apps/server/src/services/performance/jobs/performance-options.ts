import { performanceConfigurationSchema } from '@touchstone/contracts/api-testing';
import { dataFileChoiceSchema } from '@touchstone/contracts/workspaces';
import { z } from 'zod';

/** The settings of the performance run that a job or workflow block starts, besides its suite and environment. */
export const performanceOptionsSchema = z.strictObject({
  performance: performanceConfigurationSchema,
  dataFile: dataFileChoiceSchema.optional().describe('Each iteration takes one row'),
});
