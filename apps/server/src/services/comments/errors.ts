import { defineErrors } from '@touchstone/kernel';

export const commentErrors = defineErrors('COMMENTS', {
  unknownSubject: [404, 'Nothing can be commented here. It may have been deleted.'],
  commentNotFound: [404, 'No such comment. It may have been deleted.'],
  notOwn: [403, 'Only the author can change or delete a comment.'],
  threadFull: [409, 'A thread has at most {most} comments. Start a new thread.'],
  subjectFull: [409, 'At most {most} threads are possible here. Delete threads you no longer need.'],
});
