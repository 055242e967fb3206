import type { Issue } from './issue.ts';
import type { ReportFacts } from './report.ts';

/** The list is cut here; the counts are complete. */
const LISTED_MAX = 500;

/** Collects the rows of a month that the tax authority would refuse. */
export class IssueList {
  readonly #listed: Issue[] = [];
  #rejected = 0;
  #warnings = 0;

  constructor(
    { rowsMax }: ReportFacts,
    form: '606' | '607',
    rows: number,
    unnumbered: { count: number; ids: string[] },
  ) {
    if (rows > rowsMax[form]) {
      const message = `The file has ${rows} rows; the tax authority takes ${rowsMax[form]}.`;
      this.add([{ documentId: null, fiscalNumber: null, severity: 'rejected', code: 'too_many_rows', message }]);
    }
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
