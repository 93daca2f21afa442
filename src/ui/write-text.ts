/** Writes the only text of an element that React drew, past it and so that it can go on with it. */
export function writeText(element: Element | null | undefined, text: string): void {
  if (element === null || element === undefined) return
  const { firstChild } = element
  if (!(firstChild instanceof Text)) element.textContent = text
  else if (firstChild.data !== text) firstChild.data = text
}
