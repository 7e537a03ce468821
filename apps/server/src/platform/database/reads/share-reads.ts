/**
 * shareReads lets callers share concurrent reads of the same data. A caller that arrives during a read shares the next
 * one: no answer is older than its question. Callers must not modify the result, and must be authorized beforehand: a
 * shared answer checks no permissions.
 */
export function shareReads<Question, Answer>(
  read: (question: Question) => Promise<Answer>,
): (question: Question) => Promise<Answer> {
  const inFlight = new Map<string, Promise<Answer>>();
  const after = new Map<string, Promise<Answer>>();
  const start = (key: string, question: Question): Promise<Answer> => {
    after.delete(key);
    const answer = read(question).finally(() => {
      if (inFlight.get(key) === answer) inFlight.delete(key);
    });
    inFlight.set(key, answer);
    return answer;
  };
  return (question) => {
    const key = JSON.stringify(question);
    const present = inFlight.get(key);
    if (!present) return start(key, question);
    const again = () => start(key, question);
    const next = after.get(key) ?? present.then(again, again);
    after.set(key, next);
    return next;
  };
}
