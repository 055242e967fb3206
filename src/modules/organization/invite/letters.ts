import type { TenantContext } from '#platform/context.ts';
import { formatInstant, type Notation } from '#platform/format.ts';
import type { Mail } from '#platform/mail/mail.ts';
import type { Language } from '#platform/pages/language.ts';

type Style = Notation & { language: Language };

const words = {
  es: {
    roles: {
      admin: 'administración',
      accountant: 'contabilidad',
      seller: 'ventas',
      agent: 'atención al cliente',
      viewer: 'solo lectura',
      custom: 'permisos a tu medida',
    } as Record<string, string>,
    subject: (from: string, organization: string) => `${from} te invita a ${organization}`,
    invited: (from: string, organization: string, role: string) =>
      `${from} te invita a trabajar en ${organization} con el rol de ${role}.`,
    open: (url: URL) => `Entra aquí: ${url}`,
    code: (token: string) => `Tu código de invitación: ${token}`,
    until: (end: string) => `Vale hasta el ${end}. Si no la esperabas, no hagas nada.`,
    expired: (email: string) => `Tu invitación a ${email} se venció`,
    unanswered: (email: string, organization: string) =>
      `${email} no respondió a tu invitación a ${organization} y ya se venció. Si todavía hace falta, invítalo de nuevo.`,
  },
  en: {
    roles: {
      admin: 'administration',
      accountant: 'accounting',
      seller: 'sales',
      agent: 'customer service',
      viewer: 'read only',
      custom: 'permissions of your own',
    } as Record<string, string>,
    subject: (from: string, organization: string) => `${from} invites you to ${organization}`,
    invited: (from: string, organization: string, role: string) =>
      `${from} invites you to work at ${organization}. Your role: ${role}.`,
    open: (url: URL) => `Sign in here: ${url}`,
    code: (token: string) => `Your invitation code: ${token}`,
    until: (end: string) => `It is valid until ${end}. If you did not expect it, do nothing.`,
    expired: (email: string) => `Your invitation to ${email} has expired`,
    unanswered: (email: string, organization: string) =>
      `${email} did not answer your invitation to ${organization}, and it has expired. If it is still needed, invite them again.`,
  },
};

export function invitationLetter(
  ctx: TenantContext,
  given: {
    invitation: { email: string; role: string; expiresAt: string };
    token: string;
    from: string;
    organization: string;
    style: Style;
  },
): Mail {
  const { invitation, token, from, organization, style } = given;
  const say = words[style.language];
  // The people's front end, where there is one; the code alone is enough for the API.
  const appUrl = ctx.config.APP_URL;
  const end = formatInstant(invitation.expiresAt, ctx.timeZone, style);
  return {
    to: invitation.email,
    subject: say.subject(from, organization),
    text: [
      say.invited(from, organization, say.roles[invitation.role]!),
      ...(appUrl ? [say.open(new URL(`invite/${token}`, appUrl))] : []),
      say.code(token),
      say.until(end.replace(/\.$/, '')),
    ].join('\n\n'),
  };
}

export function expiryLetter(
  to: string,
  { email, organization }: { email: string; organization: { name: string } },
  language: Language,
): Mail {
  const say = words[language];
  return { to, subject: say.expired(email), text: say.unanswered(email, organization.name) };
}
