import { least } from '#platform/decimal.ts';

/** An open invoice, in minor units. */
export interface OpenInvoice {
  id: string;
  contactId: string | null;
  number: number | null;
  fiscalNumber: string | null;
  reference: string | null;
  dueOn: string;
  balance: bigint;
}

export interface Allocation {
  invoice: OpenInvoice;
  amount: bigint;
  why: 'reference' | 'exact-amount' | 'adds-up' | 'oldest-first';
}

/** More invoices are not tried in all combinations. */
const COMBINED_MAX = 18;

/**
 * Which invoices a payment pays: those that the text names; one with exactly the amount; the fewest that add up to it; else those
 * that fell due first. `invoices` are in the order in which they fell due.
 */
export function allocate(invoices: OpenInvoice[], amount: bigint, text: string): Allocation[] {
  const named = invoices.filter((invoice) => isNamed(invoice, text));
  if (named.length > 0) return inOrder(named, amount, 'reference');
  const exact = invoices.find(({ balance }) => balance === amount);
  if (exact) return [{ invoice: exact, amount, why: 'exact-amount' }];
  const together = fewestThatAddUp(invoices.slice(0, COMBINED_MAX), amount);
  if (together) return together.map((invoice) => ({ invoice, amount: invoice.balance, why: 'adds-up' }));
  return inOrder(invoices, amount, 'oldest-first');
}

function inOrder(invoices: OpenInvoice[], amount: bigint, why: Allocation['why']): Allocation[] {
  let left = amount;
  const allocations: Allocation[] = [];
  for (const invoice of invoices) {
    const part = least(invoice.balance, left);
    if (part > 0n) allocations.push({ invoice, amount: part, why });
    left -= part;
  }
  return allocations;
}

/** The receipt number or our own reference anywhere, or the number after a word that means invoice. */
function isNamed({ number, fiscalNumber, reference }: OpenInvoice, text: string): boolean {
  const plain = text.toUpperCase();
  if (fiscalNumber && plain.includes(fiscalNumber.toUpperCase())) return true;
  if (reference && reference.length >= 4 && plain.includes(reference.toUpperCase())) return true;
  if (number === null) return false;
  return new RegExp(
    String.raw`\b(?:FACTURAS?|FACT?|INVOICES?|INV)\b[\s.:#]*(?:N[O°º]\.?|NUM(?:ERO)?\.?|NO\.?)?[\s:#]*(?:\d+\s*(?:,|Y|AND|&)\s*)*0*${number}\b`,
  ).test(plain);
}

function fewestThatAddUp(invoices: OpenInvoice[], amount: bigint): OpenInvoice[] | null {
  let best: number[] | null = null;
  const seek = (at: number, left: bigint, chosen: number[]): void => {
    if (left === 0n) {
      if (best === null || chosen.length < best.length) best = [...chosen];
      return;
    }
    if (at >= invoices.length || left < 0n || (best !== null && chosen.length + 1 >= best.length)) return;
    seek(at + 1, left - invoices[at]!.balance, [...chosen, at]);
    seek(at + 1, left, chosen);
  };
  seek(0, amount, []);
  return (best as number[] | null)?.map((place) => invoices[place]!) ?? null;
}
