import { describeStep, type Step, toLocatorText } from '@touchstone/engine-keyword/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Hand } from '../../testing/hand.ts';
import { openShop, play, type Shop } from '../../testing/index.ts';
import { pool } from '../../testing/pool.ts';
import { type BrowserEngine, browserEngines, findBrowserPath } from '../find-browsers.ts';
import { openSession, type Session } from '../session.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(async () => {
  await shop.close();
});

const content = Buffer.from('a photo');
const openFile = async () => content;

/** Performs actions by hand in the shop, and returns what was recorded. */
async function recorded(
  engine: BrowserEngine,
  work: (hand: Hand, session: Session) => Promise<void>,
  path = '/',
): Promise<{ steps: Step[]; hand: Hand }> {
  const session = await openSession(pool, { engine, openFile });
  const hand = new Hand(session);
  try {
    await hand.browser.command({ type: 'open', url: `${shop.url}${path}` });
    await session.page.waitForLoadState();
    await work(hand, session);
    await hand.browser.input([]);
    return { steps: hand.steps, hand };
  } finally {
    hand.browser.close();
    await session.close();
  }
}

/** Steps in readable form. */
const described = (steps: readonly Step[]) => steps.slice(1).map((step) => describeStep(step));

/** WebKitGTK sends too few pictures a second to be used remotely. */
const recordable = browserEngines.filter((engine) => engine !== 'webkit');
const installed = await Promise.all(recordable.map(async (engine) => [engine, await findBrowserPath(engine)] as const));

for (const [engine, path] of installed)
  describe.skipIf(path === undefined)(`a recorder in ${engine}`, () => {
    const replays = async (steps: readonly Step[]) => {
      const { result } = await play(pool, steps, { engine, openFile });
      expect(result.message).toBe('');
      expect(result.status).toBe('passed');
    };

    it('records a login and a purchase, which pass when run', async () => {
      const { steps } = await recorded(engine, async (hand, { page }) => {
        await hand.click(page.getByRole('link', { name: 'Sign in' }));
        await page.waitForURL('**/login');
        await hand.click(page.getByLabel('Email'));
        await hand.type('ada@example.org');
        await hand.press('Tab');
        await hand.type('coffee');
        await hand.press('Enter');
        await page.getByText('Hello,').waitFor();
        await hand.click(page.getByRole('button', { name: /^Add to cart/ }).first());
        await hand.click(page.getByRole('link', { name: 'Cart' }));
        await page.getByRole('link', { name: 'Checkout' }).waitFor();
        await hand.click(page.getByRole('link', { name: 'Checkout' }));
        await page.getByLabel('Name').waitFor();
        await hand.click(page.getByLabel('Name'));
        await hand.type('Adá Ж');
        await hand.click(page.getByLabel('It is a gift'));
        await hand.click(page.getByText('Express'));
        await hand.click(page.getByRole('button', { name: 'Send order' }));
      });
      expect(described(steps)).toMatchInlineSnapshot(`
        [
          "click "Sign in"",
          "set "Email" to "ada@example.org"",
          "set "Password" to "coffee"",
          "press Enter",
          "click "Add to cart: Harbour Espresso"",
          "click "Cart"",
          "click "Checkout"",
          "set "Name" to "Adá Ж"",
          "set the check of "It is a gift" to true",
          "set the check of "Express" to true",
          "click "Send order"",
        ]
      `);
      await replays(steps);
    });

    it('records lists, dates, drags, files, frames and shadow trees', async () => {
      const { steps } = await recorded(
        engine,
        async (hand, { page }) => {
          await hand.click(page.getByLabel('Country'));
          await hand.receives('options');
          await hand.browser.command({ type: 'chooseOption', value: 'fr' });
          await hand.click(page.getByLabel('Photo'));
          await hand.receives('files');
          await hand.browser.command({ type: 'chooseFile', name: 'photo.png' });
          await hand.click(page.frameLocator('iframe').getByLabel('Card number'));
          await hand.type('4242');
          await hand.click(page.frameLocator('iframe').getByRole('button', { name: 'Check card' }));
          await hand.click(page.locator('shop-rating').getByRole('button').nth(2));
        },
        '/checkout',
      );
      expect(described(steps)).toMatchInlineSnapshot(`
        [
          "select "France" in "Country"",
          "choose the file "photo.png" in "Photo for the card"",
          "set "Card number" to "4242"",
          "click "Check card"",
          "click "3 stars"",
        ]
      `);
      expect(steps.flatMap(({ target }) => target?.frame.map(toLocatorText) ?? [])).toMatchInlineSnapshot(`
        [
          "css="iframe[name=\\"card\\"]"",
          "css="iframe[name=\\"card\\"]"",
        ]
      `);
      await replays(steps);
    });

    it("has the focus where the person acts, even after a script's window has come to the front", async () => {
      const { steps } = await recorded(
        engine,
        async (hand, { page }) => {
          const other = await openSession(pool, { engine });
          const email = page.getByLabel('Email');
          await email.evaluate((field) => field.addEventListener('change', () => field.setAttribute('data-told', '')));
          await hand.click(email);
          await hand.type('ada@example.org');
          await other.page.bringToFront();
          await hand.type('.uk');
          await hand.press('Tab');
          expect(await email.getAttribute('data-told')).toBe('');
          await other.close();
        },
        '/login',
      );
      expect(described(steps)).toEqual(['set "Email" to "ada@example.org.uk"']);
    });

    it('records dialogs before the step that opens them, and tabs', async () => {
      const { steps } = await recorded(
        engine,
        async (hand, { page, tabs }) => {
          const clicked = hand.click(page.getByRole('button', { name: 'Use a code' }));
          const dialog = await hand.receives('dialog');
          expect(dialog).toMatchObject({ kind: 'prompt' });
          await hand.browser.command({ type: 'answerDialog', isAccepted: true, text: 'SPRING' });
          await clicked;
          await hand.click(page.getByRole('link', { name: 'Products' }));
          // Every page has the button; a page being left doesn't have it any more.
          await page.waitForURL(`${shop.url}/`);
          // They load late, and push the button down.
          await page.getByRole('list', { name: 'Suggestions' }).getByRole('listitem').first().waitFor();
          await hand.click(page.getByRole('button', { name: 'Help' }));
          await expect.poll(() => tabs.current.url()).toContain('/help');
          await expect.poll(() => hand.steps.at(-1)?.keyword).toBe('switchTab');
          await hand.browser.command({ type: 'closeTab', number: 2 });
          await hand.browser.command({ type: 'reload' });
        },
        '/cart',
      );
      expect(described(steps)).toMatchInlineSnapshot(`
        [
          "accept the next dialog",
          "click "Use a code"",
          "click "Products"",
          "click "Help"",
          "switch to the tab with the number "2"",
          "close the tab "2"",
          "reload the page",
        ]
      `);
      await replays(steps);
    });
  });

describe.skipIf(installed[0]?.[1] === undefined)('input that arrives all at once', () => {
  it('is recorded field by field', async () => {
    const keys = (text: readonly string[]) => text.map((key) => ({ type: 'keyDown' as const, key }));
    const { steps } = await recorded(
      'chromium',
      async (hand, { page }) => {
        const box = (await page.getByLabel('Password').boundingBox())!;
        const at = { x: box.x + 5, y: box.y + 5, button: 'left', count: 1 } as const;
        await hand.click(page.getByLabel('Email'));
        await hand.browser.input([
          ...keys([...'ada@example.org']),
          { type: 'down', ...at },
          { type: 'up', ...at },
          ...keys([...'cofee']),
          ...keys(['ArrowLeft', 'f', 'Tab', 'Enter']),
        ]);
      },
      '/login',
    );
    expect(described(steps)).toEqual(['set "Email" to "ada@example.org"', 'set "Password" to "cofefe"', 'press Enter']);
  });
});

describe.skipIf(installed[0]?.[1] === undefined)('a recorder leaves out', () => {
  it('clicks on nothing, keys that only move the caret, and everything while it is paused', async () => {
    const { steps } = await recorded('chromium', async (hand, { page }) => {
      await hand.click(page.locator('footer'));
      await hand.click(page.getByLabel('Search'));
      await hand.type('teax');
      await hand.press('ArrowLeft', 'Delete');
      await hand.browser.command({ type: 'mode', mode: 'use' });
      await hand.click(page.getByRole('button', { name: 'Where am I?' }));
      await hand.browser.command({ type: 'mode', mode: 'record' });
    });
    expect(described(steps)).toEqual(['set "Search" to "tea"']);
  });

  it("a password's text, which it marks as secret", async () => {
    const { hand } = await recorded(
      'chromium',
      async (hand, { page }) => {
        await hand.click(page.getByLabel('Password'));
        await hand.type('x');
      },
      '/login',
    );
    expect(hand.news.filter((news) => news.type === 'step' && news.isSecret)).toHaveLength(1);
  });
});

describe.skipIf(installed[0]?.[1] === undefined)('locators of an element', () => {
  it("are ordered, and a target's find only that element", async () => {
    const { hand } = await recorded('chromium', async (hand, { page }) => {
      await hand.browser.command({ type: 'mode', mode: 'pick' });
      await hand.click(page.getByRole('button', { name: /^Add to cart/ }).first());
    });
    const { picked } = await hand.receives('picked');
    expect(picked.target.locators.map(toLocatorText)).toMatchInlineSnapshot(`
      [
        "role=button name="Add to cart: Harbour Espresso"",
        "label="Add to cart: Harbour Espresso"",
        "css="html > body > main > ul:nth-of-type(1) > li:nth-of-type(1) > button"",
        "xpath="/html/body/main/ul[1]/li[1]/button"",
      ]
    `);
    expect(picked.ways.map(({ way, count }) => `${toLocatorText(way)} ${count}`)).toMatchInlineSnapshot(`
      [
        "role=button name="Add to cart: Harbour Espresso" 1",
        "label="Add to cart: Harbour Espresso" 1",
        "text="Add to cart" 8",
        "text="Add to cart" exact 8",
        "css="html > body > main > ul:nth-of-type(1) > li:nth-of-type(1) > button" 1",
        "xpath="/html/body/main/ul[1]/li[1]/button" 1",
      ]
    `);
  });
});
