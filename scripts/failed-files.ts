import type { TestEvent } from 'node:test/reporters';

/** What is written for a failure that belongs to no test file, such as one of a hook. */
export const NO_FILE = '-';

/** A reporter that writes the file of each failing test, one on each line. */
export default async function* failedFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type !== 'test:fail') continue;
    const { failureType, cause } = data.details.error as { failureType?: string; cause?: unknown };
    const file = failureType === 'hookFailed' ? undefined : testFileOf(data.file, cause);
    yield `${file ?? NO_FILE}\n`;
  }
}

/** A test that a helper declares has the file of the helper: its own is in the stack of its error. */
function testFileOf(file: string | undefined, error: unknown): string | undefined {
  if (file?.endsWith('.test.ts')) return file;
  const stack = error instanceof Error ? error.stack : undefined;
  return /(?:file:\/\/)?(\/[^\s():/][^\s():]*\.test\.ts):/.exec(stack ?? '')?.[1];
}
