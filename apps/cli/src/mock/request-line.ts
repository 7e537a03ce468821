import type { JournalEntry } from '@touchstone/engine-mock';

/** requestLine formats a request, the response's source and any problems. */
export function requestLine({ at, request, answer, stub, by, violations, notes, scenario }: JournalEntry): string {
  const { method, url } = request.request;
  const time = new Date(at).toISOString().slice(11, 19);
  const status = answer.fault ?? String(answer.status);
  const answered: Record<JournalEntry['by'], string> = {
    stub: stub?.name ?? stub?.id ?? 'stub',
    resource: 'records',
    cors: 'preflight',
    upstream: 'upstream',
    validation: 'refused',
    none: 'no stub matches',
  };
  const moved = scenario !== undefined && scenario.from !== scenario.to ? ` (${scenario.name}: ${scenario.to})` : '';
  const head = `${time} ${method.padEnd(6)} ${url.slice(0, 200)}  ${status}  ${answered[by]}${moved}`;
  const wrong = violations.map(({ in: where, place, message }) => `           ${where} ${place}: ${message}`);
  return [head, ...wrong, ...notes.map((note) => `           ${note}`)].join('\n');
}
