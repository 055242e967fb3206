import { z } from 'zod';
import type { Extension } from '#platform/http/server/server.ts';
import { escapeHtml } from '#platform/pages/html.ts';
import { faultKinds } from '#platform/ports/simulator-faults.ts';
import {
  button,
  formOf,
  money,
  type PageAnswer,
  type PageHandler,
  pageServer,
  select,
  table,
} from '#platform/ports/simulator-page.ts';
import { form, page, ROOT, send } from './html.ts';
import { lockSession, type StoredProfile, saveCard } from './profiles.ts';
import type { Handling, SimulatedCardProcessor } from './provider.ts';
import { answerBank, lockByAction } from './purchases.ts';
import { findCard, testCards } from './test-cards.ts';

const LETTERS_SHOWN = 50;
const OWNER_LENGTH_MAX = 100;

/** The hosted pages of the provider. Anyone with the link can use them, so only a loopback service serves them. */
export const cardprocPages =
  (provider: SimulatedCardProcessor): Extension =>
  (server) => {
    const serve = pageServer<Handling>(server, provider, send);
    server.get(`${ROOT}/capture/:key`, serve(showCapture));
    server.post(`${ROOT}/capture/:key`, serve(useCapture));
    server.get(`${ROOT}/purchase/:key`, serve(showPurchase));
    server.post(`${ROOT}/purchase/:key`, serve(usePurchase));
    server.get(`${ROOT}/inbox`, serve(showInbox));
    server.get(`${ROOT}/faults`, async (_request, reply) => send(reply, { html: await faultPage(provider) }));
    server.post(`${ROOT}/faults`, async (request, reply) => {
      const filled = Object.entries(formOf(request)).filter(([, value]) => value !== '');
      const fault = Fault.safeParse(Object.fromEntries(filled));
      if (!fault.success) return send(reply.code(400), { html: page('No se conoce esa falla', '') });
      const { kind, operation, organizationId } = fault.data;
      await provider.faults.next({ kind, operation, organizationId });
      return send(reply, { redirect: `${ROOT}/faults` });
    });
  };

const Fault = z.strictObject({
  kind: z.enum(faultKinds),
  organizationId: z.uuid().optional(),
  operation: z.string().max(60).optional(),
  action: z.string().optional(),
});

function captureForm(sessionId: string, refused = ''): PageAnswer {
  const cards = testCards.map(({ number, title }) => [number, `${number} · ${title}`] as const);
  const fields = `${refused}<label>Tarjeta ${select('card', cards)}</label>
    <label>Nombre en la tarjeta <input name="owner" maxlength="${OWNER_LENGTH_MAX}" value="Ana Pérez"></label>
    ${button('save', 'Guardar la tarjeta')}${button('abandon', 'Dejarlo para luego', true)}`;
  return { html: page('Registra tu tarjeta', form(`capture/${sessionId}`, fields)) };
}

const showCapture: PageHandler<Handling> = async (handling, sessionId) =>
  (await lockSession(handling, sessionId)) ? captureForm(sessionId) : null;

const useCapture: PageHandler<Handling> = async (handling, sessionId, { action, card: number = '', owner = '' }) => {
  const session = await lockSession(handling, sessionId);
  if (!session) return null;
  if (action !== 'save') return { html: page('Listo', '<p>No guardamos nada. Puedes volver cuando quieras.</p>') };
  const card = findCard(number);
  if (!card || card.refusedOnPage)
    return captureForm(sessionId, '<p>Ese número de tarjeta no es válido. Prueba con otra.</p>');
  const profile = await saveCard(handling, session.customerId, card, owner.slice(0, OWNER_LENGTH_MAX));
  await handling.objects.delete('session', sessionId);
  return {
    html: page(
      'Tarjeta guardada',
      `<p>Para usarla hay que activarla con el código que te envió tu banco. En este simulador es
      <strong>${profile.activationCode}</strong>; también está en el <a href="${ROOT}/inbox">buzón</a>.</p>`,
    ),
  };
};

const showInbox: PageHandler<Handling> = async ({ objects }) => {
  const letters = await objects.list<{ profileId: string }>('letter', 'inbox', LETTERS_SHOWN);
  const rows: string[][] = [];
  for (const { profileId } of letters) {
    const profile = await objects.find<StoredProfile>('profile', profileId);
    if (profile)
      rows.push([
        escapeHtml(profile.owner),
        `${profile.brand} •••• ${profile.last4}`,
        `<strong>${profile.activationCode}</strong>`,
      ]);
  }
  const intro = '<p>Los códigos de activación que los bancos mandarían a sus clientes.</p>';
  return { html: page('Buzón de los clientes', intro + table(rows)) };
};

const showPurchase: PageHandler<Handling> = async (handling, secret) => {
  const purchase = await lockByAction(handling, secret);
  if (!purchase) return null;
  if (purchase.state !== 'requires_action') return { html: page('Este pago ya tiene respuesta', '') };
  const question = `<p>Tu banco pregunta si reconoces este pago de ${money(purchase.amount, purchase.currency)}:
    ${escapeHtml(purchase.description)}.</p>${button('confirm', 'Sí, soy yo')}${button('fail', 'No, no soy yo', true)}`;
  return { html: page('Confirma tu pago', form(`purchase/${secret}`, question)) };
};

const usePurchase: PageHandler<Handling> = async (handling, secret, { action }) => {
  const purchase = await lockByAction(handling, secret);
  if (!purchase) return null;
  if (purchase.state === 'requires_action' && (action === 'confirm' || action === 'fail')) {
    const { state } = await answerBank(handling, purchase, action === 'confirm');
    return { html: page(state === 'failed' ? 'El pago no pasó' : 'Gracias, ya puedes cerrar esta página', '') };
  }
  return { redirect: handling.pageUrl(`purchase/${secret}`) };
};

async function faultPage({ faults }: SimulatedCardProcessor): Promise<string> {
  const waiting = (await faults.waiting()).map(({ kind, operation, organizationId }) => [
    kind,
    escapeHtml(operation ?? 'cualquier llamada'),
    organizationId ?? 'cualquiera',
  ]);
  const titles: Record<(typeof faultKinds)[number], string> = {
    'timeout-after-commit': 'Lo hace y no contesta a tiempo',
    'error-after-commit': 'Lo hace y contesta con un error',
    'too-many-requests': 'Está ocupado',
    'connection-reset': 'Está caído',
  };
  const fields = `<label>La próxima llamada falla así ${select(
    'kind',
    faultKinds.map((kind) => [kind, titles[kind]] as const),
  )}</label>
    <label>Solo esta operación <input name="operation" placeholder="charge"></label>
    <label>Solo esta organización <input name="organizationId"></label>${button('add', 'Que falle')}`;
  return page('Fallas a pedido', `${form('faults', fields)}<h2>En espera</h2>${table(waiting)}`);
}
