import type { Jobs, JobTransaction } from './jobs/jobs.ts';

/** EventType names an event, such as `workspace.deleted`, and its payload. */
export interface EventType<Payload extends object> {
  readonly name: string;
  /** For types only. */
  readonly payload?: Payload;
}

/** EventHandler is a service's reaction to an event. */
export interface EventHandler {
  event: string;
  handle(payload: object): Promise<void>;
}

/**
 * defineEvent declares an event; published by the service whose front door exports it. The payload is stored as JSON.
 */
export const defineEvent = <Payload extends object>(name: string): EventType<Payload> => ({ name });

/**
 * on binds a handler to an event. A failing handler is retried with growing delays, then its event is moved to the
 * queue `<name>.dead`.
 */
export const on = <Payload extends object>(
  event: EventType<Payload>,
  handle: (payload: Payload) => Promise<void>,
): EventHandler => ({ event: event.name, handle: handle as (payload: object) => Promise<void> });

/**
 * Events are stored with the change that caused them and reach each handler at least once, in a process of the
 * scheduler role.
 */
export interface Events {
  /** With `client`, the event exists only if that client's transaction commits. */
  publish<Payload extends object>(
    event: EventType<Payload>,
    payload: NoInfer<Payload>,
    client?: JobTransaction,
  ): Promise<void>;
  /** Registers a handler under its service's name. Called once per service and event, before the queue starts. */
  subscribe(service: string, handler: EventHandler): void;
}

/** createEvents keeps a queue per handler, so that a failing handler delays no other. */
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
