import type { UserContext } from '#platform/context.ts';
import { onViolation } from '#platform/db/violation.ts';
import { InvalidRequest, refusal } from '#platform/refusal.ts';
import { identityOf } from './identity.ts';
import { mailAccount } from './letter.ts';
import { emailByPin, newAddressOf, requestPin } from './pin.ts';
import { deleteOtherSessions } from './session.sql.ts';
import { moveEmailSubscription } from './subscription.sql.ts';
import { findUser, updateUser } from './user.sql.ts';

export const AddressTaken = refusal(
  'address_taken',
  'Another account has this address: close that account first, or choose another address.',
  409,
);

export async function requestAddress(ctx: UserContext, email: string) {
  const user = await findUser(ctx.tx, ctx.actor.userId);
  if (email === user.email) throw InvalidRequest.at('body.email', 'unchanged', 'This is the address of the account.');
  return requestPin(ctx, email, newAddressOf(user));
}

/** Gives the account the address that received the code. Only its owner learns whether another account has it. */
export async function changeAddress(ctx: UserContext, { requestId, pin }: { requestId: string; pin: string }) {
  const user = await findUser(ctx.tx, ctx.actor.userId);
  const email = await emailByPin(ctx, requestId, pin, newAddressOf(user));
  await updateUser(ctx.tx, user.id, { email }).catch(onViolation('users_email_key', AddressTaken));
  await moveEmailSubscription(ctx.tx, user.id, email);
  await deleteOtherSessions(ctx.tx, user.id, ctx.actor.sessionId);
  mailAccount(ctx, user.email, {
    es: {
      subject: 'El correo de tu cuenta de Colmado cambió',
      text: `Ahora se entra en tu cuenta con ${email} y ya no con este correo. Si no fuiste tú, avisa enseguida a quien administra este servicio.`,
    },
    en: {
      subject: 'The address of your Colmado account has changed',
      text: `You now sign in to your account with ${email} and no longer with this address. If this was not you, tell the administrator of this service at once.`,
    },
  });
  const { authenticatedAt } = ctx.actor;
  return identityOf(ctx, { userId: user.id, organizationId: ctx.caller.organization?.id ?? null, authenticatedAt });
}
