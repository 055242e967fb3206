import { inTurns, p99Of, rateOf, ratioOf, withBareServer } from './against-bare.ts';
import { fillEvents } from './fill-events.ts';
import { withService } from './service.ts';
import type { Measurement } from './table.ts';

const CONNECTIONS = 32;
const TARGET = '/v1/organization/events?itemsPerPage=5';
const RATIO_MIN = 0.7;

/** An authenticated read under row-level security: the product against a bare route that sends the same SQL. */
export const read = (): Promise<Measurement[]> =>
  withService({}, async (service) => {
    const organizationId = await service.newOrganization('Colmado La Esquina');
    await fillEvents(service.owner, organizationId, 1_000);
    const headers = { authorization: `Bearer ${service.token}`, 'x-service-organization-id': organizationId };
    return withBareServer(service, async (bareUrl) => {
      const ask = (baseUrl: string) => ({ url: baseUrl + TARGET, headers, connections: CONNECTIONS });
      const rounds = await inTurns(ask(service.process.baseUrl), ask(bareUrl));
      const ratio = ratioOf(rounds);
      const { first: product, second: bare } = rounds;
      return [
        {
          what: `GET ${TARGET}, product / bare route`,
          target: `>= ${RATIO_MIN.toFixed(2)}`,
          measured: `${ratio.toFixed(2)} (${rateOf(product).toFixed(0)} / ${rateOf(bare).toFixed(0)} a second)`,
          met: ratio >= RATIO_MIN,
        },
        {
          what: 'the same, p99',
          target: '',
          measured: `${p99Of(product).toFixed(0)} ms / ${p99Of(bare).toFixed(0)} ms`,
        },
      ];
    });
  });
