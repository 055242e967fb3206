import type { TenantContext } from '#platform/context.ts';
import { formatDate } from '#platform/format.ts';
import { generalSettings } from '#platform/settings/general.ts';
import { readSettings } from '#platform/settings/settings.ts';

const words = {
  es: {
    closed: (name: string, until: string) => ({
      subject: `Cerraste ${name}`,
      text: `${name} está cerrado: ya nadie puede cambiar nada y sus páginas no atienden. Puedes reabrirlo hasta el ${until}. Después se borra todo lo que tiene.\n\nSi no fuiste tú quien lo pidió, reábrelo cuanto antes.`,
    }),
    reopened: (name: string) => ({
      subject: `Reabriste ${name}`,
      text: `${name} está abierto otra vez. Lo que quedó pendiente se hace ahora.`,
    }),
    erased: (name: string) => ({
      subject: `Borramos ${name}`,
      text: `${name} estuvo cerrado treinta días y ahora se borra todo lo que tenía. Tu cuenta sigue igual.`,
    }),
  },
  en: {
    closed: (name: string, until: string) => ({
      subject: `You closed ${name}`,
      text: `${name} is closed: nobody can change anything and its pages are not available. You can reopen it until ${until}. After that everything that it has is erased.\n\nIf you did not ask for this, reopen it as soon as possible.`,
    }),
    reopened: (name: string) => ({
      subject: `You reopened ${name}`,
      text: `${name} is open again. What was due meanwhile is done now.`,
    }),
    erased: (name: string) => ({
      subject: `We are erasing ${name}`,
      text: `${name} was closed for thirty days, and everything that it had is erased now. Your account stays as it is.`,
    }),
  },
};

/** Writes to the owner in the language of the organization. */
export async function mailOwner(
  ctx: TenantContext,
  to: string,
  { event, name, until = '' }: { event: keyof (typeof words)['es']; name: string; until?: string },
): Promise<void> {
  const general = await readSettings(ctx, generalSettings);
  ctx.mail({ to, ...words[general.language][event](name, until && formatDate(until, general)) });
}
