/** Draft as text: pasting anywhere outside fields, and copying. */
import { useEffect, useEffectEvent } from 'react'
import { printDraftText } from '../../../../core/domain/draft-text.ts'
import type { Instrument } from '../../../../core/domain/instrument.ts'
import { readAmounts } from '../../../../core/domain/package/order-entry.ts'
import type { readStructure } from '../../../../core/pricing/structures/read-structure.ts'
import type { StructureContext } from '../../../../core/pricing/structures/structure-draft.ts'
import { showToast } from '../../../ui/controls/toasts.ts'
import type { Draft, Edit } from './draft.ts'

export function textOfDraft(draft: Draft, instruments: readonly (Instrument | undefined)[]): string {
  if (draft.legs.length === 0) return ''
  const { quantity, price } = readAmounts(draft, instruments)
  return printDraftText({ legs: draft.legs, quantity, price, side: draft.side })
}

const inField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, [role="dialog"]') !== null

export function useDraftText(
  draft: Draft,
  instruments: readonly (Instrument | undefined)[],
  context: StructureContext,
  edit: (edit: Edit) => void,
) {
  const text = textOfDraft(draft, instruments)
  const take = useEffectEvent((pasted: string, read: typeof readStructure) => {
    const structure = read(pasted, context)
    if (!structure.ok) return
    const { notes = [], ...value } = structure.value
    edit({ kind: 'takeStructure', ...value })
    showToast({
      tone: 'neutral',
      title: 'Structure pasted',
      body: [...notes, 'Undo brings the draft before it back.'].join(' '),
    })
  })
  useEffect(() => {
    let isGone = false
    const listen = async (event: ClipboardEvent) => {
      const pasted = event.clipboardData?.getData('text/plain') ?? ''
      if (inField(event.target) || pasted === '') return
      const module = await import('../../../../core/pricing/structures/read-structure.ts')
      if (!isGone) take(pasted, module.readStructure)
    }
    const onPaste = (event: ClipboardEvent): void => void listen(event)
    document.addEventListener('paste', onPaste)
    return () => {
      isGone = true
      document.removeEventListener('paste', onPaste)
    }
  }, [])
  const copy = () => {
    void navigator.clipboard?.writeText(text).then(
      () => showToast({ tone: 'ok', title: 'Draft copied as text' }),
      () => showToast({ tone: 'warning', title: 'The browser does not let it be copied', body: text }),
    )
  }
  return { copy }
}
