import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { ecfXml } from '#modules/filings/ecf/ecf-xml.ts';
import type { EcfConnection, EcfReceiver } from '#modules/filings/index.ts';
import { signXml, verifyXml } from '#modules/filings/xml/ecf-signature.ts';
import { ThreadPool } from '#platform/compute/thread-pool.ts';
import { realNow } from '#platform/date.ts';
import { outboundClient } from '#platform/http/outbound.ts';
import { newId } from '#platform/id.ts';
import { ProviderRefused, ProviderUnavailable } from '#platform/ports/port.ts';
import { ecfDocuments } from '#test/ecf-trial.ts';
import { certificate, newIssuer } from '#test/einvoice.ts';
import { refusesWith } from '#test/ports/refuses-with.ts';
import { ecfDgii } from './ecf-dgii.ts';

const config: EcfConnection = { environment: 'test', taxId: '101850043', ...certificate };
const threads = new ThreadPool();
after(() => threads.close());
const connect = (allowPrivate = true) =>
  ecfDgii({ call: outboundClient({ allowPrivate }), threads }).connect(config, newId());
const receiverAt = (url: string, authenticationUrl: string | null = null): EcfReceiver => ({
  taxId: '1',
  name: 'Otra',
  receptionUrl: url,
  approvalUrl: url,
  authenticationUrl,
});

const invoiceFor = (buyerTaxId: string) => {
  const [credit] = ecfDocuments({ taxId: '101850043' });
  const xml = ecfXml({ ...credit!, buyer: { ...credit!.buyer!, taxId: buyerTaxId } }, realNow());
  return { name: '101850043E310000000001.xml', xml: signXml(xml, config).xml };
};

/** Another company's server with scripted answers; it records the requests. */
async function startTaxpayer(answers: Record<string, [status: number, body: string]>) {
  const asked: [path: string, authorization: string | undefined][] = [];
  const server = createServer((request, response) => {
    asked.push([request.url ?? '', request.headers.authorization]);
    const [status, body] = answers[request.url ?? ''] ?? [404, ''];
    request.resume().on('end', () => response.writeHead(status).end(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => server.closeAllConnections() ?? server.close();
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, close };
}

test('another company on this service receives our document once and answers with its receipt', async () => {
  const buyer = await newIssuer();
  const { receiverUrl } = (await buyer.api.GET('/v1/einvoice/company')).data!;
  const ecf = connect();
  const receipts = [];
  // As the directory should list it, and as some companies registered it.
  for (const url of [`${receiverUrl}/`, `${receiverUrl}/fe/recepcion/api/ecf`])
    receipts.push(await ecf.deliver(receiverAt(url), invoiceFor(buyer.taxId)));
  receipts.push(await ecf.deliver(receiverAt(receiverUrl), invoiceFor('131246796')));
  const states = receipts.map((xml) => /<Estado>(\d)<\/Estado>(?:<CodigoMotivoNoRecibido>(\d))?/.exec(xml)!.slice(1));
  assert.deepEqual(states, [
    ['0', undefined],
    ['1', '3'],
    ['1', '4'],
  ]);
  assert.ok(receipts.every((xml) => verifyXml(xml) !== null));
  // An approval for an unknown document is refused.
  const approval = { name: 'a.xml', xml: signXml('<ACECF/>', config).xml };
  await assert.rejects(ecf.answerIssuer(receiverAt(receiverUrl), approval), refusesWith(ProviderRefused));
});

test('a server that sends an invoice of ours as a seed gets no signature', async () => {
  const unsigned = '<ECF><Encabezado><IdDoc><eNCF>E310000000009</eNCF></IdDoc></Encabezado></ECF>';
  const forger = await startTaxpayer({ '/fe/autenticacion/api/semilla': [200, unsigned] });
  await assert.rejects(connect().deliver(receiverAt(forger.url), invoiceFor('1')), refusesWith(ProviderUnavailable));
  assert.deepEqual(forger.asked, [['/fe/autenticacion/api/semilla', undefined]]);
  forger.close();
});

test('a receiver without seeds gets documents without a token; an unreachable or private address gets none', async () => {
  const open = await startTaxpayer({ '/fe/recepcion/api/ecf': [200, '<ARECF/>'] });
  assert.equal(await connect().deliver(receiverAt(open.url), invoiceFor('1')), '<ARECF/>');
  assert.deepEqual(open.asked, [
    ['/fe/autenticacion/api/semilla', undefined],
    ['/fe/recepcion/api/ecf', undefined],
  ]);
  await assert.rejects(connect(false).deliver(receiverAt(open.url), invoiceFor('1')), refusesWith(ProviderRefused));
  open.close();
  const away = await startTaxpayer({ '/fe/autenticacion/api/semilla': [503, ''] });
  await assert.rejects(connect().deliver(receiverAt(away.url), invoiceFor('1')), refusesWith(ProviderUnavailable));
  away.close();
});

test('a company that authenticates elsewhere is asked for its seed there', async () => {
  const authenticating = await startTaxpayer({ '/fe/autenticacion/api/semilla': [404, ''] });
  const shop = await startTaxpayer({ '/fe/recepcion/api/ecf': [200, '<ARECF/>'] });
  assert.equal(await connect().deliver(receiverAt(shop.url, authenticating.url), invoiceFor('1')), '<ARECF/>');
  assert.deepEqual(
    [authenticating.asked, shop.asked],
    [[['/fe/autenticacion/api/semilla', undefined]], [['/fe/recepcion/api/ecf', undefined]]],
  );
  authenticating.close();
  shop.close();
});
