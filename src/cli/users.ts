import type { App } from '#app';
import {
  createAccount,
  Email,
  findUserByEmail,
  openSession,
  Password,
  refuseGuessable,
  type User,
} from '#modules/identity/index.ts';
import { hashPassword } from '#platform/auth/password.ts';
import { toTimestamp } from '#platform/date.ts';
import { type Command, OperatorError, UsageError } from './command.ts';

export const userCommands: Command[] = [
  {
    words: 'user create',
    summary: 'Create an account; the password is the first line of the input.',
    positionals: ['email'],
    options: { name: { value: 'name' }, 'password-stdin': {} },
    run: async (operator, { positionals, values, switches }) => {
      const email = parseEmail(positionals[0]!);
      const password = switches.has('password-stdin') ? parsePassword(await operator.readInput()) : undefined;
      await operator.withService(async (app) => {
        if (await userOf(app, email)) throw new OperatorError(`${email} has an account already.`);
        if (password !== undefined) await refuseGuessable(password, email);
        const passwordHash = password === undefined ? undefined : await hashPassword({}, password);
        const { result } = await app.engine.run({}, (ctx) =>
          createAccount(ctx, { email, name: values.name ?? '', passwordHash }),
        );
        operator.print(`Created ${email} (${result.id}).`);
      });
    },
  },
  {
    words: 'token create',
    summary: 'Issue a raw token for this user, shown once.',
    positionals: ['email'],
    options: { name: { value: 'name' } },
    run: async (operator, { positionals, values }) => {
      const email = parseEmail(positionals[0]!);
      await operator.withService(async (app) => {
        const user = await userOf(app, email);
        if (!user) throw new OperatorError(`${email} has no account.`);
        const { result } = await app.engine.run({}, (ctx) =>
          openSession(ctx, user.id, { kind: 'token', name: values.name ?? 'operator', authenticated: false }),
        );
        operator.print(result.secret);
        operator.print(`Valid until ${toTimestamp(result.expiresAt)}.`);
      });
    },
  },
];

async function userOf(app: App, email: string): Promise<User | undefined> {
  const { result } = await app.engine.run({ readOnly: true }, (ctx) => findUserByEmail(ctx.tx, email));
  return result;
}

function parseEmail(given: string): string {
  const parsed = Email.safeParse(given);
  if (!parsed.success) throw new UsageError(`"${given}" is not an e-mail address.`);
  return parsed.data;
}

function parsePassword(input: string): string {
  const parsed = Password.safeParse(input.split('\n')[0]);
  if (!parsed.success) throw new UsageError(`The password ${parsed.error.issues[0]!.message}.`);
  return parsed.data;
}
