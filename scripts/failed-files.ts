import type { TestEvent } from 'node:test/reporters';

/** What is written for a failure that belongs to no test file, such as one of a hook. */
export const NO_FILE = '-';

/** A reporter that writes the file of each failing test, one on each line. */
export default async function* failedFiles(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    if (type !== 'test:fail') continue;
    const { failureType } = data.details.error as { failureType?: string };
    const isOfFile = data.file && failureType !== 'hookFailed';
    yield `${isOfFile ? data.file : NO_FILE}\n`;
  }
}
