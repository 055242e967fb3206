import type { ColmadoClient } from '#client';
import { peakDuring } from './memory.ts';
import { type BenchService, withService } from './service.ts';
import type { Measurement } from './table.ts';

const RECIPIENTS = Number(process.env.BENCH_RECIPIENTS ?? 100_000);
const MEMORY_MB_MAX = 300;
/** More than the pace of a usual number. The number of the bench has a high throughput, so the service is the limit. */
const PER_SECOND_MIN = 100;
const POLL_MS = 1_000;
const PIN = '123456';

/** A diffusion to the rows of a file, from its upload until everybody has been sent to: the memory that the service takes. */
export const diffusions = (): Promise<Measurement[]> => withService({}, measure);

async function measure(service: BenchService): Promise<Measurement[]> {
  const organizationId = await service.newOrganization('Colmado La Esquina');
  const api = service.in(organizationId);
  const channelId = await connectFastNumber(service, api);
  // The simulated provider approves a template of this name at once.
  const { data: template } = await api.POST('/v1/channel/{channelId}/msgapp/templates', {
    params: { path: { channelId } },
    body: {
      name: 'oferta_approved',
      language: 'es',
      category: 'MARKETING',
      body: { text: 'Hola {{1}}, hay ofertas.', examples: ['Ana'] },
    },
  });
  const startedAt = performance.now();
  const { result, peakMb } = await peakDuring(service, async () => {
    const { data: draft } = await api.POST('/v1/conversation-diffusion', {
      body: {
        name: 'Ofertas',
        channelId,
        audience: {
          fileId: await upload(service, organizationId),
          phoneColumn: 'tel',
          nameColumn: 'nombre',
        },
        templates: [{ name: template!.name, language: 'es', parameters: { body: ['{{contact.name}}'] } }],
      },
    });
    const params = { path: { id: draft!.id } };
    const { error } = await api.POST('/v1/conversation-diffusion/{id}/start', { params });
    if (error) throw new Error(JSON.stringify(error));
    for (;;) {
      const { data } = await api.GET('/v1/conversation-diffusion/{id}', { params });
      if (data!.state === 'done') return data!;
      await new Promise((done) => setTimeout(done, POLL_MS));
    }
  });
  const perSecond = result.counts.sent / ((performance.now() - startedAt) / 1000);
  return [
    {
      what: `a diffusion to ${RECIPIENTS} rows of a file: peak memory of the service`,
      target: `<= ${MEMORY_MB_MAX} MB`,
      measured: `${peakMb.toFixed(0)} MB`,
      met: peakMb <= MEMORY_MB_MAX && result.counts.sent === RECIPIENTS,
    },
    {
      what: 'messages a second, from the upload to the end',
      target: `>= ${PER_SECOND_MIN}`,
      measured: perSecond.toFixed(1),
      met: perSecond >= PER_SECOND_MIN,
    },
  ];
}

/** Connects a simulated number whose throughput the provider has upgraded. */
async function connectFastNumber(service: BenchService, api: ColmadoClient): Promise<string> {
  const provider = 'simulator';
  const { data: signUp } = await api.GET('/v1/channel/msgapp/url', { params: { query: { provider } } });
  const { connectionId } = signUp!;
  const query = { connectionId, code: 'simulated-owner' };
  const { data: accounts } = await api.GET('/v2/channel/msgapp/accounts', { params: { query } });
  const { wabaId, numbers } = accounts!.data[0]!;
  const { phoneNumberId } = numbers[0]!;
  const page = `${service.process.baseUrl}/simulator/msgapp/number/${phoneNumberId}/number`;
  await fetch(page, { method: 'POST', body: new URLSearchParams({ pin: PIN, fast: 'true' }), redirect: 'manual' });
  await api.POST('/v2/channel/msgapp/addWaba', { body: { wabaId, provider, connectionId } });
  await api.POST('/v2/channel/msgapp/subscribe', { body: { wabaId } });
  const params = { path: { phoneNumberId } };
  await api.POST('/v2/channel/msgapp/{phoneNumberId}/pin', { params, body: { pin: PIN } });
  const { data: channel } = await api.POST('/v2/channel/msgapp/{phoneNumberId}/link', { params, body: {} });
  return channel!.id;
}

async function upload(service: BenchService, organizationId: string): Promise<string> {
  const rows = Array.from({ length: RECIPIENTS }, (_, place) => `Cliente ${place},+1809${String(2_000_000 + place)}`);
  const form = new FormData();
  form.append('file', new Blob([['nombre,tel', ...rows].join('\n')]), 'clientes.csv');
  const answer = await fetch(`${service.process.baseUrl}/v1/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}`, 'x-service-organization-id': organizationId },
    body: form,
  });
  const { data } = (await answer.json()) as { data: { id: string }[] };
  return data[0]!.id;
}
