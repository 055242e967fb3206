import { existsSync } from 'node:fs';
import { after, test } from 'node:test';
import { type Browser, chromium, type Page } from 'playwright-core';

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Blocks network access except to our own pages, so that tests see only our own requests. */
const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A busy machine with two cores renders a large page slowly. */
const PATIENCE_MS = 90_000;

const executablePath = process.env.CHROMIUM_PATH || PLACES.find((path) => existsSync(path)) || '';

let launched: Promise<Browser> | undefined;

/** One browser for all tests of the process: starting it takes longer than most of them. */
function browserOfProcess(): Promise<Browser> {
  launched ??= chromium.launch({ executablePath, headless: true, chromiumSandbox: false, args: QUIET });
  return launched;
}

after(async () => (await launched)?.close());

/** Runs a test in a page of the installed Chromium with its own profile. Skips it if there is no Chromium. */
export function browserTest(name: string, work: (page: Page) => Promise<void>): void {
  test(name, async (t) => {
    if (!executablePath) return t.skip('no Chromium: install one, or set CHROMIUM_PATH');
    const browser = await browserOfProcess();
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(PATIENCE_MS);
      await work(page);
    } finally {
      await Promise.all(browser.contexts().map((context) => context.close()));
    }
  });
}
