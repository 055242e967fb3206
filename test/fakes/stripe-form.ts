/** Parses a body as Stripe does: form fields with brackets, `line_items[0][price_data][currency]=dop`. Values stay text. */
export type Form = { [name: string]: FormValue };
export type FormValue = string | Form;

export function readForm(text: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [...name.matchAll(/[^[\]]+/g)].map(([part]) => part);
    let place = form;
    for (const part of path.slice(0, -1)) {
      place[part] ??= {};
      place = place[part] as Form;
    }
    place[path.at(-1)!] = value;
  }
  return form;
}

/** The value at a path of a form. */
export function field(form: Form, ...path: string[]): string | undefined {
  let value: FormValue | undefined = form;
  for (const part of path) value = typeof value === 'object' ? value[part] : undefined;
  return typeof value === 'string' ? value : undefined;
}
