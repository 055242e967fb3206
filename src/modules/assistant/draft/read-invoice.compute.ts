import type { ReadDocument } from './read.ts';
import { readEcf, readStamp } from './read-ecf.ts';
import { readText } from './read-text.ts';

/** Reads an electronic receipt, the address in its QR code, an invoice as text, or an order. */
export default function readInvoice({ text, ownTaxId }: { text: string; ownTaxId: string | null }): ReadDocument & {
  isElectronic: boolean;
} {
  const electronic = readEcf(text, ownTaxId) ?? readStamp(text, ownTaxId);
  return { ...(electronic ?? readText(text, ownTaxId)), isElectronic: electronic !== null };
}
