import { selectApplications } from '#modules/organization/index.ts';
import { type Command, table } from './command.ts';

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
          result.map((row) => [row.createdAt, row.status, row.name, row.email, row.company ?? '', row.country ?? '']),
        )) {
          operator.print(line);
        }
      }),
  },
];
