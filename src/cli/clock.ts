import type { App } from '#app';
import { realNow, toTimestamp } from '#platform/date.ts';
import { type Command, type Operator, OperatorError, UsageError } from './command.ts';
import { organizationById } from './organizations.ts';

export const clockCommands: Command[] = [
  {
    words: 'clock show',
    summary: 'The time in an organization.',
    positionals: ['organizationId'],
    run: (operator, { positionals: [id] }) =>
      operator.withService(async (app) => operator.print(await timeIn(app, id!))),
  },
  {
    words: 'clock advance',
    summary: 'Move a sandbox forward (P1M, PT36H) and run everything that became due.',
    positionals: ['organizationId', 'duration'],
    run: (operator, { positionals: [id, given] }) => {
      const duration = parsed(
        () => Temporal.Duration.from(given!),
        given!,
        'an ISO 8601 duration such as P1M or PT36H',
      );
      return move(operator, id!, (now) => now.add(duration));
    },
  },
  {
    words: 'clock set',
    summary: 'Set the clock of a sandbox and run everything that became due.',
    positionals: ['organizationId', 'instant'],
    run: (operator, { positionals: [id, given] }) => {
      const instant = parsed(() => Temporal.Instant.from(given!), given!, 'an instant such as 2027-01-01T09:00:00Z');
      return move(operator, id!, (now) => instant.toZonedDateTimeISO(now.timeZoneId));
    },
  },
  {
    words: 'clock reset',
    summary: 'Reset a sandbox to the real time.',
    positionals: ['organizationId'],
    run: (operator, { positionals: [id] }) => move(operator, id!, () => null),
  },
];

/** Moves the clock from the organization's current time, in its own time zone and calendar. */
async function move(
  operator: Operator,
  organizationId: string,
  target: (now: Temporal.ZonedDateTime) => Temporal.ZonedDateTime | null,
): Promise<void> {
  await operator.withService(async (app) => {
    const { clockOffsetMs, timeZone } = await organizationById(app, organizationId);
    const now = realNow()
      .add({ milliseconds: Number(clockOffsetMs) })
      .toZonedDateTimeISO(timeZone);
    if (!(await app.clock.move(organizationId, target(now)?.toInstant() ?? null))) {
      throw new OperatorError(
        `Only a sandbox has a movable clock: npm run colmado -- organization sandbox ${organizationId} on`,
      );
    }
    operator.print(await timeIn(app, organizationId));
  });
}

async function timeIn(app: App, organizationId: string): Promise<string> {
  const { name, clockOffsetMs, timeZone, sandbox } = await organizationById(app, organizationId);
  const now = realNow().add({ milliseconds: Number(clockOffsetMs) });
  const own = clockOffsetMs === 0n ? 'the real time' : 'its own clock';
  return `${name}: ${toTimestamp(now)} (${timeZone}${sandbox ? ', sandbox' : ''}, ${own})`;
}

function parsed<T>(read: () => T, given: string, what: string): T {
  try {
    return read();
  } catch {
    throw new UsageError(`"${given}" is not ${what}.`);
  }
}
