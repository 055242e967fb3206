import { notify } from '#modules/collaboration/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { findOwner } from '#platform/owner.sql.ts';
import { Refusal } from '#platform/refusal.ts';
import { pendingRecords, type Recurrency } from '../tables.ts';

const NAMED_MAX = 5;

export interface FailedCycle {
  recurrency: Recurrency;
  cycleOn: string;
  attempts: number;
  retryAt: string | null;
  reason: unknown;
}

/** Notifies the owner of documents that could not be created: of their first failure, and when they are not tried again. */
export async function reportFailedCycles(ctx: TenantContext, failed: FailedCycle[]): Promise<void> {
  for (const { isLast, body } of [
    { isLast: false, body: 'Se intentará de nuevo durante unos días.' },
    { isLast: true, body: 'No se intentará más: corrige la causa y créalas a mano.' },
  ]) {
    const chosen = failed.filter(({ attempts, retryAt }) => (isLast ? retryAt === null : attempts === 1));
    if (chosen.length > 0) await report(ctx, chosen, body);
  }
}

async function report(ctx: TenantContext, failed: FailedCycle[], outlook: string): Promise<void> {
  const modelIds = [...new Set(failed.map(({ recurrency }) => recurrency.pendingRecordId))];
  const [owner, models] = await Promise.all([
    findOwner(ctx.tx, ctx.organizationId),
    pendingRecords.all(ctx, { id: modelIds }, { columns: ['id', 'contactName'] }),
  ]);
  if (!owner) return;
  const nameOf = new Map(models.map(({ id, contactName }) => [id, contactName ?? 'sin contacto']));
  const named = failed
    .slice(0, NAMED_MAX)
    .map(({ recurrency, cycleOn }) => `${nameOf.get(recurrency.pendingRecordId)} (${cycleOn})`);
  const rest = failed.length - named.length;
  const reasons = [...new Set(failed.map(({ reason }) => reasonOf(reason)))].slice(0, NAMED_MAX);
  await notify(ctx, [owner.userId], {
    kind: 'recurring-documents',
    title:
      failed.length === 1
        ? 'No se pudo crear un documento recurrente'
        : `No se pudieron crear ${failed.length} documentos recurrentes`,
    body: `${named.join(', ')}${rest > 0 ? ` y ${rest} más` : ''}. ${reasons.join(' ')} ${outlook}`,
    data: { recurrencyId: failed[0]!.recurrency.id },
  });
}

const noNumbers = 'No quedan comprobantes fiscales de este tipo que se puedan usar: registra una nueva secuencia.';

/** Why a document could not be created, as the owner reads it. */
const reasons: Record<string, string> = {
  period_locked: 'El período está cerrado: crea el documento con otra fecha, o abre el período.',
  numerals_missing: noNumbers,
  numerals_exhausted: noNumbers,
  numerals_expired: noNumbers,
  numerals_not_authorized: noNumbers,
  contact_archived: 'El contacto está archivado: recupéralo, o termina la recurrencia.',
  credit_limit_exceeded: 'El cliente superó su límite de crédito.',
  stock_insufficient: 'No hay existencia suficiente.',
};

const reasonOf = (reason: unknown): string =>
  reason instanceof Refusal ? (reasons[reason.kind.code] ?? reason.message) : 'Hubo un error interno.';
