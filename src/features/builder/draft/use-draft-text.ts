/** Text in and out: pasting anywhere on the page outside a field, and copying. */
import { useEffect, useEffectEvent } from 'react'
import { type Decimal, parseDecimal } from '../../../domain/decimal.ts'
import { printDraftText } from '../../../domain/draft-text.ts'
import { parsePriceEntry } from '../../../domain/price-entry.ts'
import { showToast } from '../../../ui/controls/toasts.ts'
import { type StructureContext, readStructure } from '../../../pricing/structures/read-structure.ts'
import type { Draft, Edit } from './draft.ts'

/** The draft as one line; what is not a number is left out. */
export function textOfDraft(draft: Draft): string {
  if (draft.legs.length === 0) return ''
  const quantity: Decimal | undefined = parseDecimal(draft.quantity.trim())
  return printDraftText({ legs: draft.legs, quantity, price: parsePriceEntry(draft.price, draft.side), side: draft.side })
}

const inField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, [role="dialog"]') !== null

export function useDraftText(draft: Draft, context: StructureContext, edit: (edit: Edit) => void) {
  const text = textOfDraft(draft)
  const pasted = useEffectEvent((event: ClipboardEvent) => {
    if (inField(event.target)) return
    const read = readStructure(event.clipboardData?.getData('text/plain') ?? '', context)
    if (!read.ok) return
    event.preventDefault()
    edit({ kind: 'takeStructure', ...read.value })
    showToast({ tone: 'neutral', title: 'Structure pasted', body: 'Undo brings the draft before it back.' })
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent) => pasted(event)
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [])
  const copy = () => {
    void navigator.clipboard?.writeText(text).then(
      () => showToast({ tone: 'ok', title: 'Draft copied as text' }),
      () => showToast({ tone: 'warning', title: 'The browser does not let it be copied', body: text }),
    )
  }
  return { copy }
}
