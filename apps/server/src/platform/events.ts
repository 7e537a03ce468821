import type { Jobs, JobTransaction } from './jobs/jobs.ts';

/** EventType names something that happened, such as `workspace.deleted`, and what is told of it. */
export interface EventType<Payload extends object> {
  readonly name: string;
  /** For types alone. */
  readonly payload?: Payload;
}

/** EventHandler is what one service does about an event. */
export interface EventHandler {
  event: string;
  handle(payload: object): Promise<void>;
}

/** defineEvent declares an event; the service whose front door exports it publishes it. The payload is stored as JSON. */
export const defineEvent = <Payload extends object>(name: string): EventType<Payload> => ({ name });

/** on binds a handler to an event. A handler that throws is tried again with growing pauses, then kept in the queue `<name>.dead`. */
export const on = <Payload extends object>(
  event: EventType<Payload>,
  handle: (payload: Payload) => Promise<void>,
): EventHandler => ({ event: event.name, handle: handle as (payload: object) => Promise<void> });

/** Events are stored with the change that caused them and reach each handler at least once, in a process of the scheduler role. */
export interface Events {
  /** With `client` the event exists only when the transaction of that client commits. */
  publish<Payload extends object>(
    event: EventType<Payload>,
    payload: NoInfer<Payload>,
    client?: JobTransaction,
  ): Promise<void>;
  /** Registers a handler under the name of its service. Called once per service and event, before the queue starts. */
  subscribe(service: string, handler: EventHandler): void;
}

/** createEvents keeps a queue for each handler, so that a handler that fails delays no other. */
export function createEvents(jobs: Pick<Jobs, 'handle' | 'send'>): Events {
  const queues = new Map<string, string[]>();
  return {
    async publish(event, payload, client) {
      for (const queue of queues.get(event.name) ?? []) await jobs.send(queue, payload, client);
    },
    subscribe(service, { event, handle }) {
      const queue = `event.${event}.${service}`;
      const others = queues.get(event) ?? [];
      if (others.includes(queue)) throw new Error(`The service ${service} handles the event ${event} twice.`);
      queues.set(event, [...others, queue]);
      jobs.handle(queue, handle);
    },
  };
}
