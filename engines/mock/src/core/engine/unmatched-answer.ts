import { type MockAnswer, plainAnswer } from '../answer/mock-answer.ts';
import { describeNearMiss, type NearMiss } from '../journal/near-miss.ts';
import type { RequestView } from '../request/request-view.ts';

/** unmatchedAnswer says that no stub matches a request, and lists the nearest ones. */
export function unmatchedAnswer({ request }: RequestView, stubs: number, nearest: () => NearMiss[]): MockAnswer {
  const { method, url } = request;
  if (stubs === 0) return plainAnswer(404, `No stub matches ${method} ${url}: this mock has no stubs.`);
  const near = nearest().map(describeNearMiss);
  const list = near.length === 0 ? '' : `\n\nNearest stubs:\n\n${near.join('\n\n')}`;
  return plainAnswer(404, `No stub matches ${method} ${url}.${list}\n`);
}
