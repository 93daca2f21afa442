/** Replaces the only text of a React-rendered element without React, keeping the node that React knows. */
export function writeText(element: Element | null | undefined, text: string): void {
  if (element === null || element === undefined) return
  const { firstChild } = element
  if (!(firstChild instanceof Text)) element.textContent = text
  else if (firstChild.data !== text) firstChild.data = text
}
