/** Keys act on an RFQ only while the focus ring is on it: within what carries its id as `data-rfq`. */
export const rfqHasFocus = (id: string): boolean => document.activeElement?.closest<HTMLElement>('[data-rfq]')?.dataset['rfq'] === id
