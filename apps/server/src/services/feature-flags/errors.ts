import { defineErrors } from '@touchstone/kernel';

export const featureFlagErrors = defineErrors('FEATURE_FLAGS', {
  notFound: [404, 'No flag has this name.'],
  userNotFound: [404, 'No user has this e-mail address.'],
  wrongType: [400, 'This flag has values of another kind: {type}.'],
  wrongValue: [400, 'This value cannot be used: it {problem}.'],
  noRules: [400, 'This flag is evaluated before sign-in, so it takes no rules.'],
  changedMeanwhile: [409, 'Someone else changed this flag. Reload it before you save.'],
});
