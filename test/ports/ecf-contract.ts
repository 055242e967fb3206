import assert from 'node:assert/strict';
import { test } from 'node:test';
import { annulmentXml, approvalXml } from '#modules/filings/ecf/ecf-messages.ts';
import type { Ecf, EcfFile } from '#modules/filings/ecf.port.ts';
import { signXml } from '#modules/filings/xml/ecf-signature.ts';
import { realNow } from '#platform/date.ts';
import { ProviderRefused, ProviderTimeout, ProviderUnavailable } from '#platform/ports/port.ts';
import { refusesWith } from './refuses-with.ts';

/** The behaviour of the authority at the next call of an operation. */
export type Played = 'down' | 'answer-lost' | 'reject' | 'reject-unused' | 'conditional' | 'processing';

/** An adapter under test, with controls for the authority. The company's tax id is 101850043. */
export interface EcfUnderTest {
  ecf: Ecf;
  key: { certificate: string; privateKey: string };
  play(operation: string, what: Played): Promise<void>;
}

const TAX_ID = '101850043';
let numbers = 0;

/** The tests that every adapter of the port must pass. */
export function ecfContract(name: string, connect: () => Promise<EcfUnderTest>): void {
  const promise = (sentence: string, keep: (under: EcfUnderTest) => Promise<void>) =>
    test(`${name}: ${sentence}`, async () => keep(await connect()));

  const newFile = ({ key }: EcfUnderTest, taxId = TAX_ID): EcfFile & { number: string } => {
    const number = `E31${String(++numbers).padStart(10, '0')}`;
    const xml = `<ECF><Encabezado><IdDoc><TipoeCF>31</TipoeCF><eNCF>${number}</eNCF></IdDoc><Emisor><RNCEmisor>${taxId}</RNCEmisor></Emisor></Encabezado></ECF>`;
    return { number, name: `${taxId}${number}.xml`, xml: signXml(xml, key).xml };
  };

  promise('a company authenticates with a signed seed', async ({ ecf }) => {
    const { expiresAt } = await ecf.authenticate();
    assert.ok(Temporal.Instant.compare(expiresAt, realNow()) > 0);
  });

  promise('a signed document is accepted and can be found by its number', async (under) => {
    const file = newFile(under);
    assert.equal(await under.ecf.findTrackId(file.number), null);
    const { trackId } = await under.ecf.send(file);
    const result = await under.ecf.readResult(trackId);
    assert.deepEqual([result.state, result.messages], ['accepted', []]);
    assert.equal(await under.ecf.findTrackId(file.number), trackId);
  });

  promise('a document that was accepted is confirmed to its buyer, and no other', async (under) => {
    const { number, ...file } = newFile(under);
    const asked = { issuerTaxId: TAX_ID, number, buyerTaxId: '131246796', securityCode: 'aB3/x=' };
    assert.equal(await under.ecf.isAccepted(asked), false);
    await under.ecf.send(file);
    assert.equal(await under.ecf.isAccepted(asked), true);
    await under.play('send', 'reject');
    const { number: rejected, ...other } = newFile(under);
    await under.ecf.send(other);
    assert.equal(await under.ecf.isAccepted({ ...asked, number: rejected }), false);
  });

  promise('a document in process is reported as processing', async (under) => {
    const { trackId } = await under.ecf.send(newFile(under));
    await under.play('readResult', 'processing');
    assert.equal((await under.ecf.readResult(trackId)).state, 'processing');
    assert.equal((await under.ecf.readResult(trackId)).state, 'accepted');
  });

  promise('a rejection has reasons and says whether the number is consumed', async (under) => {
    for (const [played, used] of [
      ['reject', true],
      ['reject-unused', false],
    ] as const) {
      await under.play('send', played);
      const { trackId } = await under.ecf.send(newFile(under));
      const result = await under.ecf.readResult(trackId);
      assert.equal(result.state, 'rejected');
      assert.ok(result.messages[0]!.text.length > 0);
      assert.equal(result.numberUsed, used);
    }
  });

  promise('a conditional acceptance lists its conditions', async (under) => {
    await under.play('send', 'conditional');
    const { trackId } = await under.ecf.send(newFile(under));
    const result = await under.ecf.readResult(trackId);
    assert.equal(result.state, 'accepted-conditionally');
    assert.ok(result.messages.length > 0);
  });

  promise('a number is accepted once', async (under) => {
    const file = newFile(under);
    await under.ecf.send(file);
    const { trackId } = await under.ecf.send(file);
    const result = await under.ecf.readResult(trackId);
    assert.deepEqual([result.state, result.numberUsed], ['rejected', true]);
  });

  promise('a document changed after signing or signed by another issuer is rejected', async (under) => {
    const file = newFile(under);
    const changed = { ...file, xml: file.xml.replace('<TipoeCF>31', '<TipoeCF>32') };
    for (const wrong of [changed, newFile(under, '131246796')]) {
      const { trackId } = await under.ecf.send(wrong);
      const result = await under.ecf.readResult(trackId);
      assert.deepEqual([result.state, result.numberUsed], ['rejected', false]);
    }
  });

  promise('a summary gets its result at once', async (under) => {
    assert.equal((await under.ecf.sendSummary(newFile(under))).state, 'accepted');
    await under.play('sendSummary', 'reject');
    const result = await under.ecf.sendSummary(newFile(under));
    assert.equal(result.state, 'rejected');
    assert.ok(result.messages.length > 0);
  });

  promise('when the authority is down nothing is submitted, and the same file is accepted later', async (under) => {
    const file = newFile(under);
    await under.play('send', 'down');
    await assert.rejects(under.ecf.send(file), refusesWith(ProviderUnavailable));
    assert.equal(await under.ecf.findTrackId(file.number), null);
    const { trackId } = await under.ecf.send(file);
    assert.equal((await under.ecf.readResult(trackId)).state, 'accepted');
  });

  promise('a document whose answer was lost is found by its number', async (under) => {
    const file = newFile(under);
    await under.play('send', 'answer-lost');
    await assert.rejects(under.ecf.send(file), refusesWith(ProviderUnavailable, ProviderTimeout));
    const trackId = await under.ecf.findTrackId(file.number);
    assert.equal((await under.ecf.readResult(trackId!)).state, 'accepted');
  });

  promise('a summary whose answer was lost is found by its number', async (under) => {
    const file = newFile(under);
    assert.equal(await under.ecf.findSummary(file.number, 'aB+/12'), null);
    await under.play('sendSummary', 'answer-lost');
    await assert.rejects(under.ecf.sendSummary(file), refusesWith(ProviderUnavailable, ProviderTimeout));
    assert.equal((await under.ecf.findSummary(file.number, 'aB+/12'))?.state, 'accepted');
  });

  promise('unused numbers can be annulled, and received documents approved or rejected', async (under) => {
    const range = { type: '31', from: 'E310000000001', to: 'E310000000009' } as const;
    const annulment = { name: 'a.xml', xml: signXml(annulmentXml(TAX_ID, [range], realNow()), under.key).xml };
    assert.equal((await under.ecf.annul(annulment)).accepted, true);
    await under.play('annul', 'reject');
    const refused = await under.ecf.annul(annulment);
    assert.equal(refused.accepted, false);
    assert.ok(refused.messages.length > 0);
    const answer = {
      issuerTaxId: '131246796',
      buyerTaxId: TAX_ID,
      number: 'E310000000001',
      issuedOn: '2026-11-15',
      total: '118.00',
      approved: true,
      reason: null,
      at: realNow(),
    };
    const approval = { name: 'b.xml', xml: signXml(approvalXml(answer), under.key).xml };
    assert.equal((await under.ecf.approve(approval)).accepted, true);
  });

  promise('the directory returns the receiver of a tax id', async ({ ecf }) => {
    const receiver = await ecf.findReceiver('131246796');
    assert.equal(receiver?.taxId, '131246796');
    assert.match(receiver!.receptionUrl, /^https:/);
    assert.equal(await ecf.findReceiver('00113918205'), null);
  });

  promise('health reports an outage instead of throwing', async (under) => {
    assert.equal((await under.ecf.health()).state, 'up');
    await under.play('health', 'down');
    const { state, detail } = await under.ecf.health();
    assert.equal(state, 'down');
    assert.ok(detail);
  });

  promise('an invalid request is refused by the authority', async (under) => {
    const expectRefused = refusesWith(ProviderRefused);
    await assert.rejects(async () => {
      const { trackId } = await under.ecf.send({ name: 'x.xml', xml: '<ECF/>' });
      const { state } = await under.ecf.readResult(trackId);
      if (state === 'rejected') throw ProviderRefused();
    }, expectRefused);
  });
}
