/** Text in and out: the dialog's state, pasting anywhere on the page outside a field, and copying. */
import { useEffect, useEffectEvent, useState } from 'react'
import { type Decimal, parseDecimal } from '../../../domain/decimal.ts'
import { printDraftText } from '../../../domain/draft-text.ts'
import { parsePriceEntry } from '../../../domain/price-entry.ts'
import { showToast } from '../../../ui/controls/toasts.ts'
import { type ReadText, type TextContext, readStructureText } from './draft-shorthand.ts'
import type { Draft, Edit } from './draft.ts'

/** The draft as one line; what is not a number is left out. */
export function textOfDraft(draft: Draft): string {
  if (draft.legs.length === 0) return ''
  const quantity: Decimal | undefined = parseDecimal(draft.quantity.trim())
  return printDraftText({ legs: draft.legs, quantity, price: parsePriceEntry(draft.price, draft.side), side: draft.side })
}

const inField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, [role="dialog"]') !== null

export function useDraftText(draft: Draft, context: TextContext, edit: (edit: Edit) => void) {
  const [open, setOpen] = useState(false)
  const text = textOfDraft(draft)
  const take = ({ legs, side, quantity, price }: ReadText) => edit({ kind: 'takeStructure', legs, side, quantity, price })
  const add = ({ legs }: ReadText) => edit({ kind: 'addLegs', legs })
  const pasted = useEffectEvent((event: ClipboardEvent) => {
    if (inField(event.target)) return
    const read = readStructureText(event.clipboardData?.getData('text/plain') ?? '', context)
    if (!read.ok) return
    event.preventDefault()
    take(read.value)
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
      () => setOpen(true),
    )
  }
  return { text, take, add, copy, open, show: () => setOpen(true), hide: () => setOpen(false) }
}
