import { type Command, OperatorError } from './command.ts';

const ERROR_LENGTH_MAX = 300;

export const jobCommands: Command[] = [
  {
    words: 'jobs failed',
    summary: 'The jobs that failed for good, newest first.',
    run: (operator) =>
      operator.withService(async ({ queue }) => {
        const letters = await queue.deadLetters();
        if (letters.length === 0) operator.print('No job has failed for good.');
        for (const letter of letters) {
          operator.print(`${letter.id}  ${letter.failedAt}  ${letter.job}`);
          operator.print(`  ${messageOf(letter.error)}`);
        }
      }),
  },
  {
    words: 'jobs retry',
    summary: 'Give one failed job back to its queue, or all.',
    optionalPositionals: ['id'],
    run: (operator, { positionals: [id] }) =>
      operator.withService(async ({ queue }) => {
        if (id && !(await queue.deadLetters()).some((letter) => letter.id === id)) {
          throw new OperatorError(`There is no failed job ${id}.`);
        }
        operator.print(`Given back: ${await queue.redrive(id ? [id] : undefined)}.`);
      }),
  },
];

const messageOf = (error: unknown): string =>
  String((error as { message?: unknown } | null)?.message ?? 'No message.').slice(0, ERROR_LENGTH_MAX);
