import { publishToAll, withdrawFromAll } from '#modules/apps/index.ts';
import { type Command, OperatorError, UsageError } from './command.ts';
import { organizationById } from './organizations.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const requireAppId = (appId: string | undefined): string => {
  if (!appId || !UUID.test(appId)) throw new UsageError(`"${appId}" is not the id of an app.`);
  return appId;
};

export const appCommands: Command[] = [
  {
    words: 'apps publish',
    summary: 'Let every organization install the newest release of an app.',
    positionals: ['organization', 'app'],
    run: (operator, { positionals: [organizationId, appId] }) =>
      operator.withService(async (app) => {
        const { id } = await organizationById(app, organizationId!);
        const { name, version } = await app.engine.within(id, (ctx) => publishToAll(ctx, requireAppId(appId)));
        operator.print(`${name} ${version} can be installed by everybody.`);
      }),
  },
  {
    words: 'apps withdraw',
    summary: 'Take an app off the list of all. Organizations that installed it keep it.',
    positionals: ['app'],
    run: (operator, { positionals: [appId] }) =>
      operator.withService(async ({ engine }) => {
        const { result } = await engine.run({}, (ctx) => withdrawFromAll(ctx, requireAppId(appId)));
        if (!result) throw new OperatorError('There is no such app on the list of all.');
        operator.print('It is withdrawn.');
      }),
  },
];
