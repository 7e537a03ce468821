import { defineErrors } from '@touchstone/kernel';

export const featureFlagErrors = defineErrors('FEATURE_FLAGS', {
  notFound: [404, 'There is no flag of this name.'],
  userNotFound: [404, 'Nobody has this e-mail address.'],
  wrongType: [400, 'This flag has values of another kind: {type}.'],
  wrongValue: [400, 'This value cannot be used: it {problem}.'],
  noRules: [400, 'This flag is decided before anybody has signed in, so it takes no rules.'],
  changedMeanwhile: [409, 'Somebody else changed this flag meanwhile. Look at it again before you save.'],
});
