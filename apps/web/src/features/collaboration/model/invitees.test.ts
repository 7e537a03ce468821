import { expect, test } from 'vitest';
import { readInvitees } from './invitees.ts';

test.each([
  ['ana@shop.test', ['ana@shop.test'], undefined],
  ['Ana@Shop.test, bob@shop.test;\n eve@shop.test', ['ana@shop.test', 'bob@shop.test', 'eve@shop.test'], undefined],
  ['', [], 'Please enter email id'],
  ['ana@shop.test bob', [], 'Please enter valid email id: bob'],
  ['ana@shop.test ANA@shop.test', [], 'Please remove duplicate emails'],
  [Array.from({ length: 21 }, (_, index) => `a${index}@shop.test`).join(' '), [], 'Invite at most 20 people at once.'],
])('in %j the addresses are %j and the problem is %s', (text, userEmails, problem) => {
  const read = readInvitees(text);
  expect(read.userEmails).toEqual(userEmails);
  expect(read.problem).toBe(problem);
});
