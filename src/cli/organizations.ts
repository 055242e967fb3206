import type { App } from '#app';
import { isUuid } from '#platform/id.ts';
import { type Command, OperatorError, table, UsageError } from './command.ts';
import { selectMembers, selectOrganization, selectOrganizations } from './operator.sql.ts';

const SHOWN_MAX = 500;

export const organizationCommands: Command[] = [
  {
    words: 'organization list',
    summary: 'The organizations, newest first.',
    options: { search: { value: 'text' } },
    run: (operator, { values }) =>
      operator.withService(async ({ engine }) => {
        const { result } = await engine.run({ readOnly: true }, (ctx) =>
          selectOrganizations(ctx.tx, values.search ?? '', SHOWN_MAX),
        );
        if (result.length === 0) operator.print('There is no organization.');
        const rows = result.map((row) => [
          row.id,
          row.createdAt,
          row.name,
          row.sandbox ? 'sandbox' : '',
          row.owner ?? '',
        ]);
        for (const line of table(rows)) operator.print(line);
      }),
  },
  {
    words: 'organization show',
    summary: 'One organization and its members.',
    positionals: ['id'],
    run: (operator, { positionals: [id] }) =>
      operator.withService(async (app) => {
        const organization = await organizationById(app, id!);
        const { result: members } = await app.engine.run({ readOnly: true }, (ctx) => selectMembers(ctx.tx, id!));
        const facts = Object.entries(organization).map(([name, value]) => [name, String(value ?? '')]);
        for (const line of table(facts)) operator.print(line);
        operator.print('');
        for (const line of table(
          members.map(({ email, role, active }) => [role, email ?? '', active ? '' : 'inactive']),
        ))
          operator.print(line);
      }),
  },
  {
    words: 'organization sandbox',
    summary: 'Turn an organization into a sandbox with its own clock, or back.',
    positionals: ['id', 'on|off'],
    run: (operator, { positionals: [id, given] }) => {
      if (given !== 'on' && given !== 'off') throw new UsageError(`"${given}" is neither on nor off.`);
      return operator.withService(async (app) => {
        const { name } = await organizationById(app, id!);
        await app.clock.setSandbox(id!, given === 'on');
        operator.print(`${name} is ${given === 'on' ? 'a sandbox' : 'not a sandbox; its clock shows the real time'}.`);
      });
    },
  },
];

/** The organization with this id; fails if there is none. */
export async function organizationById(app: App, id: string) {
  if (!isUuid(id)) throw new UsageError(`"${id}" is not the id of an organization.`);
  const { result } = await app.engine.run({ readOnly: true }, (ctx) => selectOrganization(ctx.tx, id));
  if (!result) throw new OperatorError(`There is no organization ${id}.`);
  return result;
}
