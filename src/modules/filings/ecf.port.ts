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
  /** Authenticates now; returns when the token expires. */
  authenticate(): Promise<{ expiresAt: Temporal.Instant }>;
  /** Submits a signed e-CF. Its result is read later. */
  send(file: EcfFile): Promise<{ trackId: string }>;
  /** Submits the summary of a consumer invoice, which is decided at once. */
  sendSummary(file: EcfFile): Promise<EcfResult>;
  readResult(trackId: string): Promise<EcfResult>;
  /** The result of a summary that was sent; null if there was none or the environment cannot say. */
  findSummary(number: string, securityCode: string): Promise<EcfResult | null>;
  /** The newest submission of a number; null if there was none or the environment cannot say. */
  findTrackId(number: string): Promise<string | null>;
  /** Whether the authority has accepted a document of another issuer, made out to this buyer and with this signature. */
  isAccepted(document: {
    issuerTaxId: string;
    number: string;
    buyerTaxId: string;
    securityCode: string;
  }): Promise<boolean>;
  /** Annuls unused numbers with a signed ANECF. */
  annul(file: EcfFile): Promise<EcfVerdict>;
  /** Submits a signed ACECF. */
  approve(file: EcfFile): Promise<EcfVerdict>;
  /** The addresses at which another taxpayer receives documents; null if they do not. */
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
  /** Where they authenticate callers; null: at the address of the service. */
  authenticationUrl: string | null;
}

interface EcfHealth {
  state: 'up' | 'down';
  detail: string | null;
  durationMs: number;
}

/** A company's connection, stored encrypted: its environment and its signing key. */
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
