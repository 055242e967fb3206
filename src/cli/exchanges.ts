import type { App } from '#app';
import { realNow } from '#platform/date.ts';
import { selectStuck } from '#platform/ports/exchange.sql.ts';
import { selectOrganizationIds } from '#platform/tenants.sql.ts';
import { type Command, OperatorError } from './command.ts';
import { organizationById } from './organizations.ts';

const ORGANIZATIONS_AT_ONCE = 100;
const SHOWN_OF_EACH = 100;
/** A follow-up that is this late is not coming any more. */
const OVERDUE_AFTER = { minutes: 30 };

export const exchangeCommands: Command[] = [
  {
    words: 'exchanges stuck',
    summary: 'What providers were asked and nobody follows up: no outcome, or one that is not booked.',
    optionalPositionals: ['organizationId'],
    run: (operator, { positionals: [id] }) =>
      operator.withService(async (app) => {
        let count = 0;
        for await (const organizationId of id ? [(await organizationById(app, id)).id] : everyOrganization(app)) {
          for (const stuck of await stuckIn(app, organizationId)) {
            const { kind, state, attempts, createdAt, problem } = stuck;
            const outcome = state === 'open' ? 'no outcome' : `${state}, not booked`;
            operator.print(`${organizationId}  ${kind}  ${stuck.id}  ${createdAt}  ${outcome}, ${attempts} attempts`);
            if (problem) operator.print(`  ${problem}`);
            count++;
          }
        }
        if (count === 0) operator.print('Nothing is stuck.');
      }),
  },
  {
    words: 'exchanges retry',
    summary: 'Ask the provider again about one of these, from now on.',
    positionals: ['organizationId', 'id'],
    run: (operator, { positionals: [organizationId, id] }) =>
      operator.withService(async (app) => {
        await organizationById(app, organizationId!);
        const stuck = (await stuckIn(app, organizationId!)).filter((each) => each.id === id);
        const found = app.exchanges.filter(({ name }) => stuck.some(({ kind }) => kind === name));
        if (found.length === 0) throw new OperatorError(`Nothing with the id ${id} is stuck in this organization.`);
        await app.engine.within(organizationId!, async (ctx) => {
          for (const exchange of found) await exchange.resume(ctx, id!);
        });
        operator.print(`Asked again: ${found.map(({ name }) => name).join(', ')}.`);
      }),
  },
];

const stuckIn = (app: App, organizationId: string) =>
  app.engine.within(organizationId, ({ tx }) =>
    selectStuck(tx, organizationId, realNow().subtract(OVERDUE_AFTER), SHOWN_OF_EACH),
  );

async function* everyOrganization(app: App): AsyncGenerator<string> {
  for (let after: string | null = null; ; ) {
    const { result: ids }: { result: string[] } = await app.engine.run({ readOnly: true }, ({ tx }) =>
      selectOrganizationIds(tx, after, ORGANIZATIONS_AT_ONCE),
    );
    yield* ids;
    if (ids.length < ORGANIZATIONS_AT_ONCE) return;
    after = ids.at(-1)!;
  }
}
