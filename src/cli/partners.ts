import { decideApplication, selectApplications } from '#modules/organization/index.ts';
import { isUuid } from '#platform/id.ts';
import { type Command, OperatorError, table, UsageError } from './command.ts';

const SHOWN_MAX = 500;

export const partnerCommands: Command[] = [
  {
    words: 'partner list',
    summary: 'Partner applications, newest first.',
    run: (operator) =>
      operator.withService(async ({ engine }) => {
        const { result } = await engine.run({ readOnly: true }, (ctx) => selectApplications(ctx.tx, SHOWN_MAX));
        if (result.length === 0) operator.print('There are no applications.');
        for (const line of table(
          result.map((row) => [
            row.id,
            row.createdAt,
            row.status,
            row.name,
            row.email,
            row.company ?? '',
            row.country ?? '',
          ]),
        )) {
          operator.print(line);
        }
      }),
  },
  {
    words: 'partner decide',
    summary: 'Accept or decline a partner application, and write to the applicant.',
    positionals: ['id', 'accepted|declined'],
    options: { note: { value: 'text' } },
    run: async (operator, { positionals: [id, decision], values: { note } }) => {
      if (decision !== 'accepted' && decision !== 'declined') throw new UsageError('Decide accepted or declined.');
      if (!isUuid(id!)) throw new UsageError(`"${id}" is not the id of an application.`);
      await operator.withService(async ({ engine }) => {
        const { result } = await engine.run({}, (ctx) => decideApplication(ctx, id!, { decision, note }));
        if (!result) throw new OperatorError('There is no new application with this id.');
        operator.print(`${result.name} (${result.email}): ${decision}.`);
      });
    },
  },
];
