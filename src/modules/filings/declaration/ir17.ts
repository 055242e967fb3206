import type { FiscalDocument } from '#modules/invoicing/index.ts';
import { percentOf, sumOf } from '#platform/decimal.ts';
import { declaredAmounts, isSettledBy, signOf } from '../report/amounts.ts';
import type { ReportFacts } from '../report/report.ts';
import { OwnAccounts } from './own-accounts.ts';

/** A difference of more than a peso from the rate is reported. */
const TOLERANCE = 100n;

interface WithheldDocument {
  documentId: string;
  fiscalNumber: string;
  name: string | null;
  taxId: string | null;
  paidOn: string;
  base: bigint;
  tax: bigint;
  /** The tax is not what the rate makes of the base. */
  isOdd: boolean;
}

interface Ir17Box {
  base: bigint;
  tax: bigint;
  documents: WithheldDocument[];
}

/** The boxes of the IR-17: income tax withheld from suppliers whose documents were settled in the month. */
export class Ir17 {
  readonly boxes = new Map<string, Ir17Box>();
  readonly ownAccounts = new OwnAccounts();
  readonly #facts: ReportFacts;

  constructor(facts: ReportFacts) {
    this.#facts = facts;
  }

  add(document: FiscalDocument): void {
    const facts = this.#facts;
    if (!isSettledBy(document, facts.month)) return;
    const sign = signOf(document);
    for (const tax of declaredAmounts(document, facts.currency).withheld) {
      if (tax.kind !== 'withheld-isr') continue;
      this.ownAccounts.add('withholdings', [tax], sign);
      const name = facts.boxOfTax.get(tax.taxId) ?? '16';
      const box = this.boxes.get(name) ?? { base: 0n, tax: 0n, documents: [] };
      const difference = tax.amount - percentOf(tax.base, tax.rate);
      box.base += sign * tax.base;
      box.tax += sign * tax.amount;
      box.documents.push({
        documentId: document.id,
        fiscalNumber: document.fiscalNumber,
        name: document.contactName,
        taxId: document.contactTaxId,
        paidOn: document.settledOn!,
        base: sign * tax.base,
        tax: sign * tax.amount,
        isOdd: difference > TOLERANCE || difference < -TOLERANCE,
      });
      this.boxes.set(name, box);
    }
  }

  get total(): bigint {
    return sumOf(this.boxes.values(), ({ tax }) => tax);
  }
}
