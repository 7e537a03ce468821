import { projectKeySchema } from '@touchstone/contracts/orchestration';
import { expect, test } from 'vitest';
import { proposeKey } from './project-key.ts';

test.each([
  ['Checkout', 'CHECKOUT'],
  ['Order to cash', 'OTC'],
  ['Überweisung Süd', 'US'],
  ['3 shops online', 'SO'],
  ['International payments of customers and their many banks in all the regions', 'IPOCATMBIA'],
  ['X', ''],
  ['検索', ''],
])('the key of "%s" is "%s"', (name, key) => {
  expect(proposeKey(name)).toBe(key);
  if (key !== '') expect(projectKeySchema.safeParse(key).success).toBe(true);
});
