import { performanceConfigurationSchema } from '@touchstone/contracts/api-testing';
import { dataFileChoiceSchema } from '@touchstone/contracts/workspaces';
import { z } from 'zod';

/** What a job or a block of a workflow says of the performance run that it starts, beside its suite and environment. */
export const performanceOptionsSchema = z.strictObject({
  performance: performanceConfigurationSchema,
  dataFile: dataFileChoiceSchema.optional().describe('Each iteration takes one row'),
});
