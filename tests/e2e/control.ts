import type { Role } from '@touchstone/contracts';

/** A person with their own organization. */
export interface Person {
  userId: string;
  organizationId: string;
  teamId: string;
  email: string;
  token: string;
}

/** The address of a database for prerequisites. */
export interface DatabaseFields {
  kind: 'postgresql';
  host: string;
  port: number;
  databaseName: string;
  username: string;
  password: string;
  tls: 'off';
}

/** Requests to the test server's control interface. */
export interface ControlRequest {
  ready: object;
  organization: { plan?: 'FREE' | 'PRO' | 'ENTERPRISE' | 'EXPIRED' };
  user: { colleagueId: string; role: Role };
  /** A statement on the server's database: moves time, or makes many rows. */
  sql: { text: string; values: (string | number | null)[] };
  /** Immediately runs a job that the product runs every minute or night. */
  job: { name: string };
  password: { userId: string; password: string };
  outbox: { to: string };
  /** A second installation, whose mail server rejects mails for now. */
  mailing: object;
  /** That mail server accepts mails again. */
  mailsTaken: object;
  database: object;
}
interface ControlAnswer {
  ready: { ready: true };
  organization: Person;
  user: Person;
  sql: object;
  job: object;
  password: object;
  outbox: { subject: string; text: string }[];
  mailing: { origin: string; superUser: Person; to: string };
  mailsTaken: object;
  /** A reachable database with a table `item`. */
  database: DatabaseFields;
}

/** The password of all people that the control interface makes. */
export const password = 'correct horse battery staple';

/** control asks the test server for what the product itself doesn't offer: organizations, people, the outbox. */
export async function control<K extends keyof ControlRequest>(
  name: K,
  input: ControlRequest[K],
): Promise<ControlAnswer[K]> {
  const response = await fetch(`http://127.0.0.1:${process.env.TOUCHSTONE_E2E_CONTROL_PORT}/${name}`, {
    method: 'POST',
    body: JSON.stringify(input),
  });
  if (!response.ok) throw new Error(`The test server refused ${name}: ${await response.text()}`);
  return (await response.json()) as ControlAnswer[K];
}
