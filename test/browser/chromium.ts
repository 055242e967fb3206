import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { chromium, type Page } from 'playwright-core';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Nothing but our own pages may use the network, so that a test sees only what we do. */
const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A busy machine with two cores takes its time to draw a large page. */
const PATIENCE_MS = 90_000;

const executablePath = process.env.CHROMIUM_PATH || PLACES.find((path) => existsSync(path));

/** A test in a page of an installed Chromium with a profile of its own. Where there is none, it says so. */
export function browserTest(name: string, work: (page: Page) => Promise<void>): void {
  test(name, async (t) => {
    if (!executablePath) return t.skip('no Chromium: install one, or say where it is in CHROMIUM_PATH');
    const browser = await chromium.launch({ executablePath, headless: true, chromiumSandbox: false, args: QUIET });
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(PATIENCE_MS);
      await work(page);
    } finally {
      await browser.close();
    }
  });
}
