import { peakDuring } from './memory.ts';
import { type BenchService, withService } from './service.ts';
import type { Measurement } from './table.ts';

const RECIPIENTS = Number(process.env.BENCH_RECIPIENTS ?? 100_000);
const MEMORY_MB_MAX = 300;
/** The pace of a number, with room for the poll of the queue and for the end. */
const PER_SECOND_MIN = 40;
const POLL_MS = 1_000;

/** A diffusion to the rows of a file, from its upload until everybody has been sent to: the memory that the service takes. */
export const diffusions = (): Promise<Measurement[]> => withService({}, measure);

async function measure(service: BenchService): Promise<Measurement[]> {
  const organizationId = await service.newOrganization('Colmado La Esquina');
  const api = service.in(organizationId);
  const { data: channel } = await api.POST('/v1/channel', {
    body: { kind: 'msgapp', name: 'Ventas', connection: { provider: 'simulator' } },
  });
  await service.owner.query(
    `INSERT INTO message_templates
       (organization_id, id, channel_id, provider_template_id, name, language, category, status, components, created_at, updated_at)
     VALUES ($1, gen_random_uuid(), $2, 'bench', 'oferta', 'es', 'MARKETING', 'APPROVED',
       '[{"type":"BODY","text":"Hola {{1}}"}]', now(), now())`,
    [organizationId, channel!.id],
  );
  const startedAt = performance.now();
  const { result, peakMb } = await peakDuring(service, async () => {
    const { data: draft } = await api.POST('/v1/conversation-diffusion', {
      body: {
        name: 'Ofertas',
        channelId: channel!.id,
        audience: {
          fileId: await upload(service, organizationId),
          phoneColumn: 'tel',
          nameColumn: 'nombre',
        },
        templates: [{ name: 'oferta', language: 'es', parameters: { body: ['{{contact.name}}'] } }],
      },
    });
    const params = { path: { id: draft!.id } };
    await api.POST('/v1/conversation-diffusion/{id}/start', { params });
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
