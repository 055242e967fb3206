import { z } from 'zod';
import { port } from '#platform/ports/port.ts';
import { ecfEnvironments } from './ecf/ecf-stamp.ts';

/**
 * The tax authority's side of electronic invoices. Before its first call an adapter proves who is calling: it gets a seed,
 * signs it with the company's certificate and holds the token that comes back for as long as it lives, for each company
 * its own. After `ProviderUnavailable` or `ProviderTimeout` a document may have arrived: ask `findTrackId` or
 * `findSummary` before sending it again. `ProviderRefused` is for what will not get better by itself: a certificate or a file that is not taken.
 */
export const ecf = port<Ecf>('ecf');

export interface Ecf {
  readonly adapter: string;
  /** Proves who is calling, now, and says until when that holds. */
  authenticate(): Promise<{ expiresAt: Temporal.Instant }>;
  /** Hands in a signed e-CF. Its result is asked for later. */
  send(file: EcfFile): Promise<{ trackId: string }>;
  /** Hands in the summary of a consumer invoice, which is judged at once. */
  sendSummary(file: EcfFile): Promise<EcfResult>;
  readResult(trackId: string): Promise<EcfResult>;
  /** What came of a summary that was handed in; null where there was none, or where the environment does not tell. */
  findSummary(number: string, securityCode: string): Promise<EcfResult | null>;
  /** The newest hand-in of a number, if there was one; null also where the environment does not tell. */
  findTrackId(number: string): Promise<string | null>;
  /** Gives up unused numbers: a signed ANECF. */
  annul(file: EcfFile): Promise<EcfVerdict>;
  /** Hands in a signed ACECF. */
  approve(file: EcfFile): Promise<EcfVerdict>;
  /** Where another taxpayer receives documents; null for one who does not. */
  findReceiver(taxId: string): Promise<EcfReceiver | null>;
  /** Hands a signed e-CF to its buyer, proving who is calling where they ask; gives their receipt (ARECF) as it came. */
  deliver(receiver: EcfReceiver, file: EcfFile): Promise<string>;
  /** Hands a signed ACECF to the issuer of the document that it answers. */
  answerIssuer(receiver: EcfReceiver, file: EcfFile): Promise<void>;
  health(): Promise<EcfHealth>;
}

/** A signed document and the name that the protocol gives its file. */
export interface EcfFile {
  name: string;
  xml: string;
}

export interface EcfMessage {
  code: string;
  text: string;
}

export interface EcfVerdict {
  accepted: boolean;
  messages: EcfMessage[];
}

export interface EcfResult {
  state: 'processing' | 'accepted' | 'accepted-conditionally' | 'rejected';
  messages: EcfMessage[];
  /** Whether a rejected document has used up its number; null where the authority does not say. */
  numberUsed: boolean | null;
}

export interface EcfReceiver {
  taxId: string;
  name: string;
  receptionUrl: string;
  approvalUrl: string;
}

export interface EcfHealth {
  state: 'up' | 'down';
  detail: string | null;
  durationMs: number;
}

/** What a company configures, kept encrypted: where its documents go, and what signs for it. */
export const EcfConnection = z.object({
  environment: z.enum(ecfEnvironments),
  taxId: z.string(),
  certificate: z.string(),
  privateKey: z.string(),
});
export type EcfConnection = z.infer<typeof EcfConnection>;

/** The three environments of the authority are one provider at three addresses. */
export const ecfAdapterOf = (environment: EcfConnection['environment']): string =>
  environment === 'simulator' ? 'ecf-simulator' : 'ecf-dgii';
