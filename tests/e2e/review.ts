import { mkdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { testPassword } from '@touchstone/testing';
import { browserLaunch } from './browser.ts';
import { signInPage } from './browser-session.ts';
import { placesOf } from './pages-audit/places.ts';
import { startShownInstallation } from './shown-installation.ts';

/**
 * Takes pictures of every screen in the feature list for `docs/design-review.md`, in three widths and both colour
 * schemes: `npm run docs:review -- FOLDER [--only=WORD,WORD] [--width=PIXELS] [--scheme=light]`.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, width: { type: 'string' }, scheme: { type: 'string' } },
});
const [folder] = positionals;
if (!folder) throw new Error('Name the folder for the pictures.');
const widths = values.width ? [Number(values.width)] : [1440, 768, 390];
const only = values.only?.split(',');
const schemes = (['light', 'dark'] as const).filter((scheme) => !values.scheme || scheme === values.scheme);

/** Resolves when nothing is loading any more and colours have changed: no picture shows half of a transition. */
async function settled(): Promise<void> {
  while (document.querySelector('main [data-blank], main [aria-busy="true"]')) await new Promise(requestAnimationFrame);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const ending = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

const { server, ids, close } = await startShownInstallation();
await mkdir(folder, { recursive: true });
const boss = await server.createUser(server.admin, { role: 'ROLE_SUPERADMIN' });
const browser = await chromium.launch(browserLaunch());
const visitors = [
  { visitor: 'nobody', person: undefined },
  { visitor: 'tester', person: server.admin },
  { visitor: 'administrator', person: server.admin },
  { visitor: 'superAdministrator', person: boss },
] as const;
for (const { visitor, person } of visitors) {
  const places = placesOf(visitor).filter(({ name }) => !only || only.some((word) => name.includes(word)));
  if (places.length === 0) continue;
  const context = await browser.newContext({ locale: 'en-GB', baseURL: server.url, reducedMotion: 'reduce' });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  if (person) await signInPage(page, { email: person.email, password: testPassword }, server.url);
  for (const { name, path, ready } of places)
    try {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(path(ids));
      await ready(page);
      for (const scheme of schemes) {
        await page.emulateMedia({ colorScheme: scheme });
        await page.evaluate(settled);
        for (const width of widths) {
          await page.setViewportSize({ width, height: width < 500 ? 844 : 900 });
          await page.screenshot({
            path: `${folder}/${name.replaceAll(/\W+/g, '-')}-${width}-${scheme}.png`,
            animations: 'disabled',
          });
        }
      }
      process.stdout.write(`${name}\n`);
    } catch (error) {
      process.stdout.write(`${name}: ${error instanceof Error ? error.message.split('\n')[0] : error}\n`);
    }
  await context.close();
}
await browser.close();
await close();
process.exit(0);
