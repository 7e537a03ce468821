import { z } from 'zod';

export const sizes = [10, 20, 50] as const;
export const sortItems = {
  organizationName: 'Name',
  createdAt: 'Created',
  planExpiryDate: 'End of the plan',
  planType: 'Plan',
} as const;

/** State of the organization dashboard in the address. */
export const organizationsSearchSchema = z.object({
  q: z.string().max(255).catch('').default(''),
  page: z.coerce.number().int().min(1).catch(1).default(1),
  size: z.coerce.number().int().min(1).max(200).catch(10).default(10),
  sortItem: z
    .enum(Object.keys(sortItems) as [keyof typeof sortItems])
    .catch('organizationName')
    .default('organizationName'),
  sort: z.enum(['asc', 'desc']).catch('asc').default('asc'),
});
export type OrganizationsSearch = z.infer<typeof organizationsSearchSchema>;

/** State of the limits page in the address. */
export const limitsSearchSchema = z.object({ name: z.string().max(64).catch('').default('') });
