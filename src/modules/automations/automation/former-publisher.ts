import { notifyOwner } from '#modules/collaboration/index.ts';
import { findUsers } from '#modules/identity/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { automations } from '../tables.ts';

const NAMED_MAX = 20;

/** Notifies the owner that automations act as a member who left, so that their operations fail until somebody else enables them. */
export async function reportAutomationsOf(ctx: TenantContext, userId: string): Promise<void> {
  const published = await automations.all(
    ctx,
    { publishedBy: userId, enabled: true, deletedAt: null },
    { columns: ['name'], orderBy: ['name'], limit: NAMED_MAX },
  );
  if (published.length === 0) return;
  const [person] = await findUsers(ctx.tx, [userId]);
  const who = person!.name || person!.email;
  const names = published.map(({ name }) => name).join(', ');
  await notifyOwner(ctx, {
    kind: 'automations-of-former-member',
    es: {
      title: `Automatizaciones de ${who}, que ya no trabaja aquí`,
      body: `Actúan en su nombre y sus operaciones van a fallar: ${names}. Enciéndelas de nuevo para que actúen en el tuyo.`,
    },
    en: {
      title: `Automations of ${who}, who no longer works here`,
      body: `They act in that person's name and their operations will fail: ${names}. Enable them again so that they act in yours.`,
    },
    data: { userId },
  });
}
