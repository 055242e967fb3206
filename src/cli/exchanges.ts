import { resumeStuck, stuckAnywhere, stuckIn } from '#platform/ports/stuck-exchanges.ts';
import { type Command, OperatorError } from './command.ts';
import { organizationById } from './organizations.ts';

export const exchangeCommands: Command[] = [
  {
    words: 'exchanges stuck',
    summary: 'Provider requests that are no longer followed up: without an outcome, or with one that is not booked.',
    optionalPositionals: ['organizationId'],
    run: (operator, { positionals: [organizationId] }) =>
      operator.withService(async (app) => {
        if (organizationId) await organizationById(app, organizationId);
        const found = organizationId
          ? (await stuckIn(app.engine, organizationId)).map((stuck) => ({ organizationId, ...stuck }))
          : stuckAnywhere(app.engine);
        let count = 0;
        for await (const { organizationId, kind, id, state, attempts, createdAt, problem } of found) {
          const outcome = state === 'open' ? 'no outcome' : `${state}, not booked`;
          operator.print(`${organizationId}  ${kind}  ${id}  ${createdAt}  ${outcome}, ${attempts} attempts`);
          if (problem) operator.print(`  ${problem}`);
          count++;
        }
        if (count === 0) operator.print('Nothing is stuck.');
      }),
  },
  {
    words: 'exchanges retry',
    summary: 'Resume the follow-up of a stuck provider request.',
    positionals: ['organizationId', 'id'],
    run: (operator, { positionals }) =>
      operator.withService(async (app) => {
        const [organizationId, id] = [positionals[0]!, positionals[1]!];
        await organizationById(app, organizationId);
        const resumed = await resumeStuck(app.engine, app.exchanges, { organizationId, id });
        if (resumed.length === 0) throw new OperatorError(`There is no stuck request ${id} in this organization.`);
        operator.print(`Followed up again: ${resumed.join(', ')}.`);
      }),
  },
];
