interface Waiting<Question, Answer> {
  question: Question;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** Statements of one kind at once; what is asked meanwhile waits for the next one. */
const atOnce = 2;
const mostTogether = 200;

/**
 * gather answers what many callers ask at the same time with few statements. `ask` answers questions in their order. A question that comes in
 * while statements are under way waits and is asked together with others: no answer is older than its question. Where a statement fails,
 * each of its questions is asked alone, so that one bad question fails no other.
 */
export function gather<Question, Answer>(
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
): (question: Question) => Promise<Answer> {
  const waiting: Waiting<Question, Answer>[] = [];
  let underWay = 0;
  const answer = async (group: readonly Waiting<Question, Answer>[]): Promise<void> => {
    const answers = await ask(group.map(({ question }) => question));
    for (const [index, { resolve }] of group.entries()) resolve(answers[index] as Answer);
  };
  const send = async (group: readonly Waiting<Question, Answer>[]): Promise<void> => {
    underWay += 1;
    try {
      await answer(group);
    } catch (error) {
      if (group.length === 1) group[0]?.reject(error);
      else await Promise.all(group.map((one) => answer([one]).catch(one.reject)));
    } finally {
      underWay -= 1;
      next();
    }
  };
  const next = (): void => {
    if (waiting.length > 0 && underWay < atOnce) void send(waiting.splice(0, mostTogether));
  };
  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      next();
    });
}
