import { defineErrors } from '@touchstone/kernel';

export const featureFlagErrors = defineErrors('FEATURE_FLAGS', {
  notFound: [404, 'There is no flag of this name.'],
  wrongType: [400, 'This flag has values of another kind: {type}.'],
});
