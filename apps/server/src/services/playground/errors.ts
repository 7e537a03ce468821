import { defineErrors } from '@touchstone/kernel';

export const playgroundErrors = defineErrors('PLAYGROUND', {
  sendNotFound: [404, 'This request is not in your history. It may be deleted.'],
  tooManyTabs: [409, 'The playground keeps {most} tabs. Close one to keep this one.'],
  tabTooLarge: [413, 'This tab is too large to keep. Save the request to a test suite, or send the body from a file.'],
});
