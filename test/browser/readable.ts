import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The violations of WCAG A and AA. `evaluate` runs outside the page's policy, which allows no foreign script. */
export async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const found = await axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] });
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}

/** Looks at the page that is shown, light and dark, on a phone and on a screen: it is accessible and not too wide. */
export const inspectShown = (page: Page, name: string): Promise<void> => inspect(page, name, async () => {});

/** The same for an address, which is opened each time. */
export const checkPage = (page: Page, url: string, name: string): Promise<void> =>
  inspect(page, name, async () => {
    await page.goto(url);
    await page.getByRole('heading', { level: 1 }).waitFor();
  });

async function inspect(page: Page, name: string, open: () => Promise<void>): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1280, 360]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await open();
      assert.deepEqual(await violationsOf(page), [], `${name} ${colorScheme} ${width}`);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(overflow <= 0, `${name} ${colorScheme} ${width}: the page is ${overflow} px too wide`);
      if (process.env.SCREENSHOTS)
        await page.screenshot({
          path: `${process.env.SCREENSHOTS}/${name}-${colorScheme}-${width}.png`,
          fullPage: true,
        });
    }
  }
}
