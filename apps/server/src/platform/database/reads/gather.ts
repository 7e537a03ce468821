interface Waiting<Question, Answer> {
  question: Question;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** Concurrent statements of one kind; further questions wait for the next one. */
const maxConcurrent = 2;
const maxTogether = 200;

/**
 * gather answers the concurrent questions of many callers with few statements. `ask` returns answers in the order of
 * its questions. A question that arrives while statements are in progress waits and is batched with others: no answer
 * is older than its question. If a statement fails, each of its questions is asked alone, so a bad one fails no other.
 */
export function gather<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
): (question: Question) => Promise<Answer> {
  const waiting: Waiting<Question, Answer>[] = [];
  let inFlight = 0;
  const answer = async (group: readonly Waiting<Question, Answer>[]): Promise<void> => {
    const answers = await ask(group.map(({ question }) => question));
    for (const [index, { resolve }] of group.entries()) resolve(answers[index] as Answer);
  };
  const send = async (group: readonly Waiting<Question, Answer>[]): Promise<void> => {
    inFlight += 1;
    try {
      await answer(group);
    } catch (error) {
      if (group.length === 1) group[0]?.reject(error);
      else await Promise.all(group.map((one) => answer([one]).catch(one.reject)));
    } finally {
      inFlight -= 1;
      next();
    }
  };
  const next = (): void => {
    if (waiting.length > 0 && inFlight < maxConcurrent) void send(waiting.splice(0, maxTogether));
  };
  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      next();
    });
}
