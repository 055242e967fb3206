import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { bots, Evaluation, evaluateBot } from '#modules/bots/index.ts';
import { type Command, OperatorError } from './command.ts';
import { organizationById } from './organizations.ts';

export const botCommands: Command[] = [
  {
    words: 'evaluate-bot',
    summary: 'Ask a bot every question of a JSON file; report what was answered, from a wrong source, or handed over.',
    positionals: ['file', 'organizationId'],
    optionalPositionals: ['botId'],
    run: ({ withService, print }, { positionals: [path, organizationId, botId] }) =>
      withService(async (app) => {
        const evaluation = await readEvaluation(path!);
        const { id: ownerId } = await organizationById(app, organizationId!);
        const steps = app.engine.stepsWithin(ownerId, app.log);
        const bot = await steps.transaction(async (ctx) =>
          (await bots.all(ctx, {})).find(({ id, name }) => (botId ? id === botId : name === evaluation.bot)),
        );
        if (!bot) throw new OperatorError('There is no such bot in this organization.');
        const verdicts = await evaluateBot(steps, bot, evaluation);
        for (const { question, verdict, isExpected } of verdicts)
          print(`${isExpected ? 'ok  ' : 'FAIL'} ${verdict.padEnd(24)} ${question}`);
        for (const [verdict, { length }] of Map.groupBy(verdicts, ({ verdict }) => verdict))
          print(`${length} ${verdict}`);
        const failed = verdicts.filter(({ isExpected }) => !isExpected).length;
        if (failed > 0)
          throw new OperatorError(`${failed} of ${verdicts.length} questions were not handled as expected.`);
        print(`All ${verdicts.length} questions were handled as expected.`);
      }),
  },
];

async function readEvaluation(path: string): Promise<Evaluation> {
  try {
    return Evaluation.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    const problem = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new OperatorError(`${path} cannot be read: ${problem.slice(0, 300)}`);
  }
}
