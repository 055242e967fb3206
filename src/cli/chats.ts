import { listUnrouted, routeAgain } from '#modules/chats/index.ts';
import { type Command, OperatorError } from './command.ts';

export const chatCommands: Command[] = [
  {
    words: 'chats unrouted',
    summary:
      'Webhooks of the messaging app for numbers that no organization has, or that cannot be read. Newest first.',
    run: ({ withService, print }) =>
      withService(async ({ engine }) => {
        const { result: found } = await engine.run({ readOnly: true }, listUnrouted);
        for (const { id, adapter, receivedAt, unrouted, problem } of found)
          print(`${id}  ${receivedAt}  ${adapter}  ${problem?.replace(/\s+/g, ' ') ?? unrouted.join(', ')}`);
        if (found.length === 0) print('Every webhook has found its organization.');
      }),
  },
  {
    words: 'chats route',
    summary: 'Route such a webhook again, after a mend.',
    positionals: ['id'],
    run: ({ withService, print }, { positionals: [id] }) =>
      withService(async ({ engine }) => {
        const { result: isRouted } = await engine.run({}, (ctx) => routeAgain(ctx, id!));
        if (!isRouted) throw new OperatorError(`There is no such webhook ${id}.`);
        print('Routed again.');
      }),
  },
];
