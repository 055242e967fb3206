import type { TenantContext } from '#platform/context.ts';
import { formatInstant, type Notation } from '#platform/format.ts';
import type { Mail } from '#platform/mail/mail.ts';

const roleNames: Record<string, string> = {
  admin: 'administración',
  accountant: 'contabilidad',
  seller: 'ventas',
  agent: 'atención al cliente',
  viewer: 'solo lectura',
  custom: 'permisos a tu medida',
};

export function invitationLetter(
  ctx: TenantContext,
  given: {
    invitation: { email: string; role: string; expiresAt: string };
    token: string;
    from: string;
    organization: string;
    notation: Notation;
  },
): Mail {
  const { invitation, token, from, organization, notation } = given;
  // The people's front end, where there is one; the code alone is enough for the API.
  const appUrl = ctx.config.APP_URL;
  const end = formatInstant(invitation.expiresAt, ctx.timeZone, notation);
  return {
    to: invitation.email,
    subject: `${from} te invita a ${organization}`,
    text: [
      `${from} te invita a trabajar en ${organization} con el rol de ${roleNames[invitation.role]}.`,
      ...(appUrl ? [`Entra aquí: ${new URL(`invite/${token}`, appUrl)}`] : []),
      `Tu código de invitación: ${token}`,
      `Vale hasta el ${end.replace(/\.$/, '')}. Si no la esperabas, no hagas nada.`,
    ].join('\n\n'),
  };
}

export const expiryLetter = (to: string, invitation: { email: string; organization: { name: string } }): Mail => ({
  to,
  subject: `Tu invitación a ${invitation.email} se venció`,
  text: `${invitation.email} no respondió a tu invitación a ${invitation.organization.name} y ya se venció. Si todavía hace falta, invítalo de nuevo.`,
});
