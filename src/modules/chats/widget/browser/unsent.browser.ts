/** Texts that were written and are not stored by the service yet. The tab keeps them, so that a reload does not lose them. */

export interface Unsent {
  id: string;
  text: string;
}

interface Kept {
  /** Who wrote them: the person whom the site signed in, or nobody. */
  person: string;
  texts: Unsent[];
}

/** The signed person of an identity; empty: a visitor without one. */
function personOf(identity: string | null): string {
  if (!identity) return '';
  try {
    return String(JSON.parse(atob(identity.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/'))).sub);
  } catch {
    return identity;
  }
}

export class UnsentTexts {
  readonly #name: string;
  #kept: Kept = { person: '', texts: [] };

  constructor(key: string) {
    this.#name = `colmado-unsent-${key}`;
  }

  /** The texts that this person wrote before the page was loaded. Those of anybody else are dropped. */
  open(identity: string | null): Unsent[] {
    const person = personOf(identity);
    try {
      this.#kept = JSON.parse(sessionStorage.getItem(this.#name) ?? 'null') ?? this.#kept;
    } catch {
      // This browser keeps nothing for the frame.
    }
    if (this.#kept.person !== person) this.#write({ person, texts: [] });
    return this.#kept.texts;
  }

  add(unsent: Unsent): void {
    this.#write({ ...this.#kept, texts: [...this.#kept.texts, unsent] });
  }

  remove(id: string): void {
    if (this.#kept.texts.some((each) => each.id === id))
      this.#write({ ...this.#kept, texts: this.#kept.texts.filter((each) => each.id !== id) });
  }

  #write(kept: Kept): void {
    this.#kept = kept;
    try {
      sessionStorage.setItem(this.#name, JSON.stringify(kept));
    } catch {
      // It stays in the memory of the page.
    }
  }
}
