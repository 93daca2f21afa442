/** Keys act on an RFQ only while the focus is on it: within what carries its id as `data-rfq`, or on its row of a table. */
export function rfqHasFocus(id: string): boolean {
  const name = CSS.escape(id)
  return (document.activeElement?.closest(`[data-rfq="${name}"], [row-id="${name}"]`) ?? null) !== null
}
