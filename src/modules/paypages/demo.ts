import { type ColmadoClient, unwrap } from '#client';
import type { DemoChapter, DemoLink } from '#platform/demo.ts';

const message = 'Gracias por su compra. Puede pagar todo o una parte.';

/** Answers the questions of the simulated processor, so that the page takes cards. Elsewhere the owner does it. */
async function finishOnboarding(api: ColmadoClient): Promise<void> {
  const { data } = await api.GET('/v1/organization/pay/link');
  const url = data && URL.parse(data.url);
  if (!url?.pathname.startsWith('/simulator/')) return;
  const shown = await fetch(url)
    .then((answer) => answer.text())
    .catch(() => '');
  const action = /action="([^"]+)"/.exec(shown)?.[1];
  if (!action) return;
  const body = new URLSearchParams({ action: 'complete', businessName: 'Colmado La Esquina' });
  await fetch(new URL(action, url), { method: 'POST', body, redirect: 'manual' });
  await api.GET('/v1/organization/pay/create');
}

export const chapters: DemoChapter[] = [
  {
    daysAgo: 0,
    tell: async ({ api, idOf }) => {
      await finishOnboarding(api);
      const pendingRecordId = idOf('document', 'hotel');
      const body = { kind: 'document', pendingRecordId, mayPay: ['whole', 'part'], message } as const;
      await unwrap(api.POST('/v1/shared', { body: { ...body, mayPay: [...body.mayPay] } }));
    },
  },
];

/** The payment page of an invoice that is partly paid. */
export async function links(api: ColmadoClient): Promise<DemoLink[]> {
  const { data } = await unwrap(api.GET('/v1/shared', { params: { query: { kind: 'document' } } }));
  return data[0] ? [{ what: 'A payment page', url: data[0].url }] : [];
}
