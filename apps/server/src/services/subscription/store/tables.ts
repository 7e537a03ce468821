import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgSchema,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';

export const subscription = pgSchema('subscription');
const at = (name: string) => timestamp(name, { withTimezone: true });
const createdAt = () => at('created_at').notNull().default(sql`now()`);
const plans = ['FREE', 'PRO', 'ENTERPRISE'] as const;

/** Organizations that were given the licences of their plan. */
export const licenceGrant = subscription.table('licence_grant', {
  organizationId: uuid('organization_id').primaryKey(),
  createdAt: createdAt(),
});

/** A seat of one service; its holder may use the service until it ends. */
export const licence = subscription.table(
  'licence',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    serviceId: uuid('service_id').notNull(),
    plan: text({ enum: plans }).notNull(),
    startsAt: at('starts_at').notNull(),
    /** Null: without an end. */
    endsAt: at('ends_at'),
    userId: uuid('user_id'),
    createdAt: createdAt(),
  },
  (t) => [
    // In list order: held ones first, then those that last longest. Pages, counts and holders are read from it alone.
    index('licence_page').on(
      t.organizationId,
      t.serviceId,
      sql`(${t.userId} is null)`,
      t.endsAt.desc().nullsFirst(),
      t.id,
      t.userId,
    ),
    index('licence_user').on(t.userId),
  ],
);

/** Users who were offered a free seat when they joined; an administrator's later decision isn't undone. */
export const seatOffer = subscription.table('seat_offer', {
  userId: uuid('user_id').primaryKey(),
  createdAt: createdAt(),
});

/** Services that a team uses; a team without entries uses all of them. */
export const teamService = subscription.table(
  'team_service',
  {
    teamId: uuid('team_id').notNull(),
    organizationId: uuid('organization_id').notNull(),
    serviceId: uuid('service_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.teamId, t.serviceId] }), index('team_service_organization').on(t.organizationId)],
);

/** The service a user last selected. */
export const selectedService = subscription.table('selected_service', {
  userId: uuid('user_id').primaryKey(),
  serviceId: uuid('service_id').notNull(),
  teamId: uuid('team_id').notNull(),
  selectedAt: at('selected_at').notNull(),
});

/** Browsers and devices dedicated to an organization. */
export const infrastructureLicence = subscription.table(
  'infrastructure_licence',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    kind: text({ enum: ['BROWSER', 'DEVICE'] }).notNull(),
    name: text().notNull(),
    operatingSystem: text('operating_system').notNull(),
    subscriptionType: text('subscription_type', { enum: ['DEDICATED', 'SHARED'] }).notNull(),
    state: text({ enum: ['PENDING', 'ACTIVE', 'CANCELLED'] }).notNull(),
    months: integer().notNull(),
    endsAt: at('ends_at').notNull(),
    teamId: uuid('team_id'),
    invoiceId: uuid('invoice_id'),
    createdAt: createdAt(),
  },
  (t) => [index('infrastructure_licence_organization').on(t.organizationId, t.kind, t.id)],
);

/** What an organization has cancelled: the use of shared browsers or devices. */
export const cancelledConcurrency = subscription.table(
  'cancelled_concurrency',
  { organizationId: uuid('organization_id').notNull(), kind: text({ enum: ['BROWSER', 'DEVICE'] }).notNull() },
  (t) => [primaryKey({ columns: [t.organizationId, t.kind] })],
);

export const billingInformation = subscription.table('billing_information', {
  organizationId: uuid('organization_id').primaryKey(),
  id: uuid().notNull().unique('billing_information_id'),
  companyName: text('company_name').notNull(),
  email: text().notNull(),
  addressLine1: text('address_line1').notNull(),
  addressLine2: text('address_line2').notNull(),
  city: text().notNull(),
  postalCode: text('postal_code').notNull(),
  country: text().notNull(),
  taxId: text('tax_id').notNull(),
  isConfirmed: boolean('is_confirmed').notNull().default(false),
  updatedAt: at('updated_at').notNull(),
});

/** What paying an invoice provides. */
export type InvoiceOrder =
  | { kind: 'renewal'; planType: 'PRO' | 'ENTERPRISE'; months: number; seats: number }
  | { kind: 'infrastructure' };

export interface InvoiceLine {
  text: string;
  quantity: number;
  unitCents: number;
  totalCents: number;
}

export const invoice = subscription.table(
  'invoice',
  {
    id: uuid().primaryKey(),
    organizationId: uuid('organization_id').notNull(),
    number: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity().unique('invoice_number'),
    status: text({ enum: ['OPEN', 'PAID', 'CANCELLED'] }).notNull(),
    issuedAt: at('issued_at').notNull(),
    paidAt: at('paid_at'),
    currency: text().notNull(),
    totalCents: integer('total_cents').notNull(),
    lines: jsonb().$type<InvoiceLine[]>().notNull(),
    order: jsonb('order_details').$type<InvoiceOrder>().notNull(),
    /** The billing address as of that day. */
    billedTo: jsonb('billed_to').$type<Record<string, string>>().notNull(),
  },
  (t) => [index('invoice_organization').on(t.organizationId, t.issuedAt, t.id)],
);

/** A plan's limit for organizations without their own; null: no limit. */
export const planLimit = subscription.table(
  'plan_limit',
  {
    limitName: text('limit_name').notNull(),
    plan: text({ enum: plans }).notNull(),
    value: integer(),
  },
  (t) => [primaryKey({ columns: [t.limitName, t.plan] })],
);

export const limitDescription = subscription.table('limit_description', {
  limitName: text('limit_name').primaryKey(),
  description: text().notNull(),
});

export const organizationLimit = subscription.table(
  'organization_limit',
  {
    organizationId: uuid('organization_id').notNull(),
    limitName: text('limit_name').notNull(),
    value: integer(),
  },
  (t) => [primaryKey({ columns: [t.organizationId, t.limitName] })],
);

/** The end of the plan whose popup a user has closed. */
export const closedPopup = subscription.table('closed_popup', {
  userId: uuid('user_id').primaryKey(),
  planEnd: at('plan_end').notNull(),
});
