import { type RepositoryStep, type RepositoryStepInput, stepsSchema } from '@touchstone/contracts/test-repository';

type Target = NonNullable<RepositoryStepInput['target']>;
interface SampleScript {
  testScriptName: string;
  objective: string;
  tagName: string[];
  steps: RepositoryStep[];
}

/** Each element has two kinds of locators: by what users see of it, and by the structure of the page. */
const target = (name: string, ...locators: Target['locators']): Target => ({ name, locators });
const button = (name: string, label: string, css: string) =>
  target(name, { by: 'role', value: 'button', name: label, exact: true }, { by: 'css', value: css });
const field = (name: string, css: string) =>
  target(name, { by: 'label', value: name, exact: true }, { by: 'css', value: css });

const step = (
  id: string,
  keyword: string,
  on: Target | null,
  args: Record<string, string> = {},
  comment = '',
): RepositoryStepInput => ({ id, keyword, target: on, args, comment });

const signIn = (address: string): RepositoryStepInput[] => [
  step('open', 'openUrl', null, { url: `${address}/login` }, 'The shop takes any address with this password'),
  step('email', 'setText', field('Email', '#email'), { value: 'ada@example.com' }),
  step('password', 'setText', field('Password', '#password'), { value: 'coffee' }),
  step('send', 'click', button('Sign in button', 'Sign in', 'main form button')),
  step(
    'user',
    'verifyText',
    target('Name of the user', { by: 'css', value: '#user' }, { by: 'css', value: 'header b' }),
    {
      expected: 'ada',
    },
  ),
  step(
    'signOut',
    'verifyState',
    target(
      'Sign out link',
      { by: 'role', value: 'link', name: 'Sign out', exact: true },
      { by: 'css', value: 'header a[href$="/logout"]' },
    ),
    { state: 'visible' },
  ),
];

const buy = (address: string): RepositoryStepInput[] => [
  step('open', 'openUrl', null, { url: `${address}/` }),
  step(
    'search',
    'setText',
    target('Search', { by: 'label', value: 'Search', exact: true }, { by: 'placeholder', value: 'Name of a product' }),
    { value: 'kettle' },
  ),
  step(
    'add',
    'click',
    button('Add to cart: Goose-Neck Kettle', 'Add to cart: Goose-Neck Kettle', '[data-add="kettle"]'),
    {},
    'In the broken shop the button has another name, and its second locator finds it',
  ),
  step(
    'cart',
    'click',
    target('Cart link', { by: 'role', value: 'link', name: 'Cart' }, { by: 'css', value: 'header a[href$="/cart"]' }),
  ),
  step(
    'total',
    'verifyText',
    target('Total', { by: 'testid', value: 'total' }, { by: 'css', value: '#total' }),
    { expected: '59.00 €' },
    'Fails in the broken shop, which adds one euro',
  ),
  step(
    'checkout',
    'click',
    target(
      'Checkout link',
      { by: 'role', value: 'link', name: 'Checkout', exact: true },
      { by: 'css', value: 'main a[href$="/checkout"]' },
    ),
  ),
  step('name', 'setText', field('Name', '#name'), { value: 'Ada Lovelace' }),
  step('country', 'selectOption', field('Country', '#country'), { value: 'France' }),
  step('send', 'click', button('Send order button', 'Send order', '#send')),
  step(
    'thanks',
    'verifyText',
    target('Confirmation', { by: 'css', value: '#thanks' }, { by: 'css', value: '#order [role="status"]' }),
    { operator: 'starts with', expected: 'Thank you, Ada Lovelace!' },
  ),
];

const description = 'Scripts to try things with. They test the sample shop that comes with the product.';

/** The module of the sample scripts. */
export const sampleModule = { moduleName: 'Sample shop', description };

/**
 * sampleScripts returns scripts that pass in the sample shop; `address` is the shop's address in their steps, without a
 * trailing slash.
 */
export const sampleScripts = (address: string): SampleScript[] => [
  {
    testScriptName: 'Sign in',
    objective: 'A customer signs in, and the shop greets them',
    tagName: ['sample'],
    steps: stepsSchema.parse(signIn(address)),
  },
  {
    testScriptName: 'Buy something',
    objective: 'A customer finds a product, puts it into the cart, sees the right total and orders it',
    tagName: ['sample'],
    steps: stepsSchema.parse(buy(address)),
  },
];
