import { decideReview, listReviews } from '#modules/catalog/index.ts';
import { isUuid } from '#platform/id.ts';
import { type Command, table, UsageError } from './command.ts';
import { organizationById } from './organizations.ts';

const SHOWN_MAX = 500;

export const marketplaceCommands: Command[] = [
  {
    words: 'marketplace reviews',
    summary: 'The resources of an organization that wait for a review.',
    positionals: ['organization'],
    run: (operator, { positionals: [organizationId] }) =>
      operator.withService(async (app) => {
        const { id } = await organizationById(app, organizationId!);
        const rows = await app.engine.within(id, (ctx) => listReviews(ctx, SHOWN_MAX));
        if (rows.length === 0) operator.print('No resource waits for a review.');
        for (const line of table(rows.map((row) => [row.id, row.requestedAt, row.name, row.note ?? '']))) {
          operator.print(line);
        }
      }),
  },
  {
    words: 'marketplace decide',
    summary: 'Approve or reject a resource for the marketplace.',
    positionals: ['organization', 'resource', 'approved|rejected'],
    options: { note: { value: 'text' } },
    run: (operator, { positionals: [organizationId, resourceId, status], values }) => {
      if (status !== 'approved' && status !== 'rejected') {
        throw new UsageError(`"${status}" is neither approved nor rejected.`);
      }
      if (!isUuid(resourceId!)) throw new UsageError(`"${resourceId}" is not the id of a resource.`);
      return operator.withService(async (app) => {
        const { id } = await organizationById(app, organizationId!);
        const note = values.note?.slice(0, 1000) ?? null;
        await app.engine.within(id, (ctx) => decideReview(ctx, resourceId!, { status, note }));
        operator.print(`It is ${status}.`);
      });
    },
  },
];
