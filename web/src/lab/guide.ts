// A text for authors as elements, which the build makes from Markdown (`scripts/guide.mjs`).

/** A text, or an element with its children. A heading has its id, and a link that of the heading to which it leads. */
export type GuideNode = string | readonly [tag: string, children: readonly GuideNode[], id?: string];

/** Builds elements below a parent. Only texts and names of elements come from the guide, so nothing in it can be markup. */
export function build(parent: Element, nodes: readonly GuideNode[]): void {
  for (const node of nodes) {
    if (typeof node === 'string') {
      parent.append(node);
      continue;
    }
    const [tag, children, id] = node;
    const element = document.createElement(tag);
    if (id !== undefined && tag === 'a') link(element as HTMLAnchorElement, id);
    else if (id !== undefined) element.dataset['heading'] = id;
    build(element, children);
    parent.append(element);
  }
}

/** Leads to a heading without a change of the address: in the rule lab the fragment is a game. */
function link(anchor: HTMLAnchorElement, id: string): void {
  anchor.href = `#${id}`;
  anchor.addEventListener('click', (event) => {
    event.preventDefault();
    const heading = anchor.closest('article')?.querySelector<HTMLElement>(`[data-heading="${id}"]`);
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus();
  });
}
