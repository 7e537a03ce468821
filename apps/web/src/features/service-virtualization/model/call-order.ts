import { type OrderedCall, readOrderedCall } from '@touchstone/contracts/service-virtualization';

const maxRequests = 100;

/** orderOf parses a sequence of requests, one per line, or says what to correct. */
export function orderOf(text: string): { order: OrderedCall[] } | { problem: string } {
  const lines = text
    .split('\n')
    .map((one) => one.trim())
    .filter(Boolean);
  if (lines.length === 0) return { problem: 'Enter at least one request, such as GET /orders.' };
  if (lines.length > maxRequests) return { problem: `Enter at most ${maxRequests} requests.` };
  const order: OrderedCall[] = [];
  for (const one of lines) {
    const call = readOrderedCall(one);
    if (!call) return { problem: `Write “${one}” as a method and a path, such as GET /orders.` };
    order.push(call);
  }
  return { order };
}
