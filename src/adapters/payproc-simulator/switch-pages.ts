import { z } from 'zod';
import type { Extension, ExtensionReply, ExtensionRequest } from '#platform/http/server/server.ts';
import { escapeHtml } from '#platform/pages/html.ts';
import { faultKinds } from '#platform/ports/simulator-faults.ts';
import { button, formOf, select, table } from '#platform/ports/simulator-page.ts';
import { form, page, ROOT, send } from './html.ts';
import type { SimulatedProvider } from './provider.ts';
import type { WebhookSwitches } from './webhooks.ts';

const Fault = z.strictObject({
  kind: z.enum(faultKinds),
  organizationId: z.uuid().optional(),
  operation: z.string().max(60).optional(),
  action: z.string().optional(),
});

/** Browsers do not send unchecked boxes: a missing field means off. */
const Switch = z.union([z.boolean(), z.stringbool()]).default(false);
const Switches = z.strictObject({
  url: z
    .url({ protocol: /^https?$/, hostname: /^(localhost|127\.0\.0\.1|\[::1\])$/ })
    .nullish()
    .transform((url) => url ?? null),
  duplicate: Switch,
  delayMs: z.coerce.number().int().min(0).max(60_000).default(0),
  reorder: Switch,
  drop: Switch,
  beforeAnswer: Switch,
  action: z.string().optional(),
});

/** Accepts form fields and JSON; anything else has no fields. */
function fieldsOf(request: ExtensionRequest): object {
  if (!Buffer.isBuffer(request.body)) return formOf(request);
  try {
    return Object(JSON.parse(request.body.toString()));
  } catch {
    return {};
  }
}

/** Sets the provider's faults: a form for people, JSON for programs. */
export function switchRoutes(server: Parameters<Extension>[0], { faults, webhooks }: SimulatedProvider): void {
  const show = { redirect: `${ROOT}/faults` };
  const given = <T>(schema: z.ZodType<T>, request: ExtensionRequest): T | null => {
    const filled = Object.entries(fieldsOf(request)).filter(([, value]) => value !== '');
    const parsed = schema.safeParse(Object.fromEntries(filled));
    return parsed.success ? parsed.data : null;
  };
  const refuse = (reply: ExtensionReply) =>
    send(reply.code(400), { html: page('Refused', '<p>These values are not known.</p>') });

  server.get(`${ROOT}/faults`, async (_request, reply) => {
    const waiting = await faults.waiting();
    const rows = waiting.map((fault) => [fault.kind, fault.operation ?? 'any call', fault.organizationId ?? 'anyone']);
    return send(reply, { html: switchPage(rows, await webhooks.readSwitches()) });
  });
  server.post(`${ROOT}/faults`, async (request, reply) => {
    const fault = given(Fault, request);
    if (!fault) return refuse(reply);
    await faults.next({ kind: fault.kind, organizationId: fault.organizationId, operation: fault.operation });
    return send(reply, show);
  });
  server.delete(`${ROOT}/faults`, async (_request, reply) => {
    await faults.clear();
    return reply.code(204).send();
  });
  server.post(`${ROOT}/webhooks`, async (request, reply) => {
    const switches = given(Switches, request);
    if (!switches) return refuse(reply);
    const { action: _, ...rest } = switches;
    await webhooks.writeSwitches(rest);
    return send(reply, show);
  });
}

function switchPage(waiting: string[][], switches: WebhookSwitches): string {
  const tick = (name: keyof WebhookSwitches, title: string): string =>
    `<label><input type="checkbox" name="${name}" value="true"${switches[name] ? ' checked' : ''}> ${title}</label>`;
  const faultFields = `<label>The next call fails with ${select(
    'kind',
    faultKinds.map((kind) => [kind, kind] as const),
  )}</label>
    <label>Only this operation <input name="operation" placeholder="createMerchant"></label>
    <label>Only this organization <input name="organizationId"></label>${button('add', 'Break it')}`;
  const webhookFields = `<label>Send events to <input name="url" value="${escapeHtml(switches.url ?? '')}"></label>
    <label>Delay in milliseconds <input name="delayMs" value="${switches.delayMs}"></label>
    ${tick('duplicate', 'Send each twice')}${tick('reorder', 'Let later ones overtake')}${tick('drop', 'Send none')}
    ${tick('beforeAnswer', 'Send before the answer')}${button('save', 'Save')}`;
  return page(
    'Faults',
    `${form('faults', faultFields)}<h2>Waiting</h2>${table(waiting.map((row) => row.map(escapeHtml)))}
    <h2>Webhooks</h2>${form('webhooks', webhookFields)}`,
  );
}
