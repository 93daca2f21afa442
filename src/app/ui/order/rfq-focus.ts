/**
 * True if the focus is on the RFQ: within an element with its `data-rfq`, or on its table row. Its keys work only then.
 */
export function rfqHasFocus(id: string): boolean {
  const name = CSS.escape(id)
  return (document.activeElement?.closest(`[data-rfq="${name}"], [row-id="${name}"]`) ?? null) !== null
}
