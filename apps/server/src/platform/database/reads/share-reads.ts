/**
 * shareReads lets callers who read the same at the same time share one read. Who comes while a read is under way shares the one after it:
 * no answer is older than its question. Callers must not change what they get, and are let in before they ask: a shared answer knows no
 * rights.
 */
export function shareReads<Question, Answer>(
  read: (question: Question) => Promise<Answer>,
): (question: Question) => Promise<Answer> {
  const underWay = new Map<string, Promise<Answer>>();
  const after = new Map<string, Promise<Answer>>();
  const start = (key: string, question: Question): Promise<Answer> => {
    after.delete(key);
    const answer = read(question).finally(() => {
      if (underWay.get(key) === answer) underWay.delete(key);
    });
    underWay.set(key, answer);
    return answer;
  };
  return (question) => {
    const key = JSON.stringify(question);
    const present = underWay.get(key);
    if (!present) return start(key, question);
    const again = () => start(key, question);
    const next = after.get(key) ?? present.then(again, again);
    after.set(key, next);
    return next;
  };
}
