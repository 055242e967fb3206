import type { App } from '#app';
import {
  listStalledWork,
  reviveStalledWork,
  type StalledKey,
  type StalledWork,
  skipEvent,
} from '#platform/stalled-work.ts';
import { type Command, OperatorError, UsageError } from './command.ts';

const ERROR_LENGTH_MAX = 300;

export const jobCommands: Command[] = [
  {
    words: 'jobs failed',
    summary: 'Dead jobs, and ticks and subscribers that are failing or dead. Newest first.',
    run: (operator) =>
      operator.withService(async ({ queue, engine }) => {
        const [letters, stalled] = [await queue.deadLetters(), await listStalledWork(engine)];
        if (letters.length + stalled.length === 0) operator.print('Nothing has failed.');
        for (const letter of letters) {
          operator.print(`${letter.id}  ${letter.failedAt}  ${letter.job}`);
          operator.print(`  ${messageOf(letter.error)}`);
        }
        for (const work of stalled) {
          operator.print(`${idOf(work)}  ${work.failedAt}  ${stateOf(work)}`);
          operator.print(`  ${work.error.slice(0, ERROR_LENGTH_MAX)}`);
        }
      }),
  },
  {
    words: 'jobs retry',
    summary: 'Retry dead work: one job, tick or subscriber, or all.',
    optionalPositionals: ['id'],
    run: (operator, { positionals: [id] }) =>
      operator.withService(async (app) => {
        const revived = await retry(app, id);
        if (id && revived === 0) throw new OperatorError(`${id} is not dead.`);
        operator.print(`Retried: ${revived}.`);
      }),
  },
  {
    words: 'jobs skip',
    summary: 'Make a subscriber skip the event at which it fails. The decision is recorded.',
    positionals: ['id', 'event'],
    options: { by: { value: 'name', required: true }, reason: { value: 'text', required: true } },
    run: (operator, { positionals: [id, event], values: { by, reason } }) => {
      const key = keyOf(id!);
      if (key?.kind !== 'subscriber') throw new UsageError(`"${id}" is not a subscriber:… of \`jobs failed\`.`);
      if (!/^\d{1,18}$/.test(event!)) throw new UsageError(`"${event}" is not the number of an event.`);
      return operator.withService(async ({ engine }) => {
        const skipped = await skipEvent(engine, key, BigInt(event!), { skippedBy: by!, reason: reason! });
        if (!skipped) throw new OperatorError(`${key.name} is not failing at event ${event} of ${key.organizationId}.`);
        operator.print(`${key.name} continues after event ${event}.`);
      });
    },
  },
];

async function retry({ queue, engine }: App, id: string | undefined): Promise<number> {
  if (!id) return (await queue.redrive()) + (await reviveStalledWork(engine, null));
  const key = keyOf(id);
  if (key) return reviveStalledWork(engine, key);
  return (await queue.deadLetters()).some((letter) => letter.id === id) ? queue.redrive([id]) : 0;
}

/** The printed form: `tick:past-due:<organization>`. */
const idOf = ({ kind, name, organizationId }: StalledKey): string => `${kind}:${name}:${organizationId}`;

function keyOf(id: string): StalledKey | null {
  const [, kind, name, organizationId] = /^(tick|subscriber):([\w/-]+):([0-9a-f-]{36})$/.exec(id) ?? [];
  return kind ? { kind: kind as StalledKey['kind'], name: name!, organizationId: organizationId! } : null;
}

function stateOf({ seq, attempts, retryAt }: StalledWork): string {
  const where = seq === null ? '' : `at event ${seq}, `;
  return `${where}${attempts} attempts, ${retryAt ? `next at ${retryAt}` : 'dead'}`;
}

const messageOf = (error: unknown): string =>
  String((error as { message?: unknown } | null)?.message ?? 'No message.').slice(0, ERROR_LENGTH_MAX);
