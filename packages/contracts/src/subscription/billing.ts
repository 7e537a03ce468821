import { z } from 'zod';
import { loginSchema } from '../people.ts';
import { administrators, givenPlans } from '../roles.ts';
import { onlyRoles, route, whenExpired } from '../route.ts';
import { idSchema, pageOf, pageQuery, queryBoolean, timeSchema } from '../shared.ts';

const service = 'subscription';
const administer = (effect: 'read' | 'write') => whenExpired(onlyRoles(effect, ...administrators));

/** The address to which invoices are issued. */
export const billingInputSchema = z.strictObject({
  companyName: z.string().trim().min(1, 'This field is required').max(100),
  email: loginSchema,
  addressLine1: z.string().trim().min(1, 'This field is required').max(200),
  addressLine2: z.string().trim().max(200).default(''),
  city: z.string().trim().min(1, 'This field is required').max(100),
  postalCode: z.string().trim().max(20).default(''),
  country: z.string().trim().min(1, 'This field is required').max(100),
  taxId: z.string().trim().max(50).default(''),
});
export type BillingInput = z.infer<typeof billingInputSchema>;

/** The stored address to which invoices are issued. */
export const billingInformationSchema = billingInputSchema.extend({
  billingInformationId: z.string(),
  /** Whether a super administrator has checked it. */
  isConfirmed: z.boolean(),
  updatedAt: timeSchema,
});
export type BillingInformation = z.infer<typeof billingInformationSchema>;

/** An invoice of the organization. */
export const invoiceSchema = z.object({
  invoiceId: z.string(),
  invoiceNumber: z.string(),
  status: z.enum(['OPEN', 'PAID', 'CANCELLED']),
  issuedAt: timeSchema,
  paidAt: timeSchema.nullable(),
  currency: z.string(),
  totalCents: z.number().int(),
  lines: z.array(
    z.object({
      text: z.string(),
      quantity: z.number().int(),
      unitCents: z.number().int(),
      totalCents: z.number().int(),
    }),
  ),
});
export type Invoice = z.infer<typeof invoiceSchema>;

const saveBilling = (path: string, summary: string) =>
  route({
    service,
    method: 'POST',
    path,
    access: administer('write'),
    summary,
    query: z.strictObject({ isOnboarding: queryBoolean.optional(), login: z.string().max(320).optional() }),
    body: billingInputSchema,
    response: billingInformationSchema,
  });

export const billingRoutes = {
  getBillingInformation: route({
    service,
    method: 'GET',
    path: '/api/billing-informations',
    access: administer('read'),
    summary: 'Billing information of the organization; null where none was entered',
    response: billingInformationSchema.nullable(),
  }),
  saveBillingInformation: saveBilling('/api/billing-informations', 'Keep the billing information of the organization'),
  saveBillingInformationOnboarding: saveBilling(
    '/api/billing-informations-onboarding',
    'Keep the billing information during onboarding',
  ),
  confirmBillingInformation: route({
    service,
    method: 'POST',
    path: '/api/billing-information-superadmin',
    access: onlyRoles('write', 'ROLE_SUPERADMIN'),
    summary: 'Mark billing information as checked; open invoices of the organization can then be paid',
    query: z.strictObject({ billingInformationId: idSchema }),
    response: billingInformationSchema,
  }),
  renewLicences: route({
    service,
    method: 'PUT',
    path: '/api/renew-licenses',
    access: administer('write'),
    summary: 'Order the renewal of plan and licences; they hold once the invoice is paid',
    body: z.strictObject({
      planType: z.enum(givenPlans).exclude(['FREE']),
      months: z.number().int().min(1).max(36),
      /** Licences of each service. */
      seats: z.number().int().min(1).max(10_000),
    }),
    response: invoiceSchema.extend({
      /** Licences of each service, if there will be fewer than before. */
      fewerSeats: z.object({ before: z.number().int(), after: z.number().int() }).optional(),
    }),
  }),
  pageInvoices: route({
    service,
    method: 'GET',
    path: '/api/invoices',
    access: administer('read'),
    summary: 'Invoices of the organization, the newest first',
    query: z.strictObject({ ...pageQuery, invoiceId: idSchema.optional().describe('This one only') }),
    response: pageOf(invoiceSchema),
  }),
  downloadInvoice: route({
    service,
    method: 'GET',
    path: '/invoice/{id}',
    access: administer('read'),
    summary: 'An invoice as PDF',
    params: z.object({ id: idSchema }),
    produces: 'application/pdf',
  }),
  confirmInvoice: route({
    service,
    method: 'PUT',
    path: '/api/confirm-invoice',
    access: onlyRoles('write', 'ROLE_SUPERADMIN'),
    summary: 'Mark an invoice as paid; what it orders holds from now on',
    query: z.strictObject({ invoiceId: idSchema }),
    response: invoiceSchema,
  }),
};
