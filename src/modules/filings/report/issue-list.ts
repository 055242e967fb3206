import { hasValidCheckDigit, taxIdKindOf } from '#modules/contacts/index.ts';
import type { Issue } from './issue.ts';
import type { Form, ReportFacts } from './report.ts';

/** The list is cut here; the counts are complete. */
const LISTED_MAX = 500;

/** Collects the rows of a month that the tax authority would refuse. */
export class IssueList {
  readonly #listed: Issue[] = [];
  #rejected = 0;
  #warnings = 0;

  constructor(
    { rowsMax, ownTaxId }: ReportFacts,
    form: Form,
    rows: number,
    unnumbered: { count: number; ids: string[] } = { count: 0, ids: [] },
  ) {
    const max = rowsMax[form] ?? rows;
    if (rows > max) {
      const message = `The file has ${rows} rows; the tax authority takes ${max}.`;
      this.add([{ documentId: null, fiscalNumber: null, severity: 'rejected', code: 'too_many_rows', message }]);
    }
    this.add(ownTaxIdIssues(ownTaxId));
    const message = 'An issued invoice without a fiscal number is not in the file.';
    this.add(
      unnumbered.ids.map((documentId) => ({
        documentId,
        fiscalNumber: null,
        severity: 'warning' as const,
        code: 'fiscal_number_missing',
        message,
      })),
    );
    this.#warnings += unnumbered.count - unnumbered.ids.length;
  }

  add(issues: Issue[]): void {
    for (const issue of issues) {
      if (issue.severity === 'rejected') this.#rejected++;
      else this.#warnings++;
      if (this.#listed.length < LISTED_MAX) this.#listed.push(issue);
    }
  }

  view() {
    return { issues: this.#listed, rejectedCount: this.#rejected, warningCount: this.#warnings };
  }
}

/** The organization's own tax id is in the name and the first line of every file. */
function ownTaxIdIssues(taxId: string): Issue[] {
  const kind = taxIdKindOf(taxId, 'DO');
  const about = (severity: Issue['severity'], code: string, message: string): Issue[] => [
    { documentId: null, fiscalNumber: null, severity, code, message },
  ];
  if (taxId === '') return about('rejected', 'own_tax_id_missing', 'The organization has no RNC or cédula.');
  if (kind !== 'rnc' && kind !== 'cedula')
    return about('rejected', 'own_tax_id_invalid', 'The tax id of the organization is neither an RNC nor a cédula.');
  if (hasValidCheckDigit(taxId, kind)) return [];
  return about('warning', 'own_tax_id_check_digit', 'The check digit of the organization’s tax id does not fit.');
}
