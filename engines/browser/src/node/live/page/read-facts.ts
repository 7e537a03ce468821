/** An element's properties, as the page reports them. */
export interface ElementFacts {
  tag: string;
  type: string;
  role: string;
  /** As displayed, at most 500 characters. */
  text: string;
  /** Fields only. */
  value: string;
  label: string;
  placeholder: string;
  isChecked: boolean;
  isEnabled: boolean;
  isEditable: boolean;
  /** Options of a select list, at most 1,000. */
  options: { value: string; label: string; isSelected: boolean }[];
  attributes: Record<string, string>;
  /** Its visible part, in CSS pixels of its frame. */
  box: { x: number; y: number; width: number; height: number };
  /** Texts before and after it. */
  neighbours: string[];
}

/** In the page: reads an element's properties. */
export function readFacts(element: Element): ElementFacts {
  const plain = (text: string | null | undefined, most: number) =>
    (text ?? '').replace(/\s+/g, ' ').trim().slice(0, most);
  const field = element as HTMLInputElement;
  const labels = [...(field.labels ?? [])].map((label) => {
    const copy = label.cloneNode(true) as Element;
    for (const control of copy.querySelectorAll('input, select, textarea, button')) control.remove();
    return copy.textContent;
  });
  const tag = element.tagName.toLowerCase();
  const type = tag === 'input' ? field.type : '';
  const isEditable =
    (element as HTMLElement).isContentEditable ||
    tag === 'textarea' ||
    (tag === 'input' &&
      !['button', 'submit', 'reset', 'image', 'checkbox', 'radio', 'file', 'range', 'color'].includes(type));
  const hasValue = ['input', 'textarea', 'select'].includes(tag);
  const attributes: Record<string, string> = {};
  for (const { name, value } of [...element.attributes].slice(0, 50))
    if (name !== 'value') attributes[name] = value.slice(0, 500);
  const { x, y, width, height } = element.getBoundingClientRect();
  const isOn = element.getAttribute('aria-checked') === 'true';
  return {
    tag,
    type,
    role: element.getAttribute('role') ?? '',
    text: plain((element as HTMLElement).innerText ?? element.textContent, 500),
    value: hasValue ? field.value : isEditable ? ((element as HTMLElement).innerText ?? '') : '',
    label: plain(element.getAttribute('aria-label') ?? labels[0], 200),
    placeholder: plain(element.getAttribute('placeholder'), 200),
    isChecked: field.checked === true || isOn,
    isEnabled: !field.disabled && element.getAttribute('aria-disabled') !== 'true',
    isEditable,
    options:
      tag === 'select'
        ? [...(element as HTMLSelectElement).options]
            .slice(0, 1000)
            .map((option) => ({ value: option.value, label: plain(option.label, 200), isSelected: option.selected }))
        : [],
    attributes,
    box: { x, y, width, height },
    neighbours: [element.previousElementSibling, element.nextElementSibling].map((near) =>
      plain(near?.textContent, 80),
    ),
  };
}
