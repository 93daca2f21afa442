/** The trader's place in the builder: front pane, chain or gallery, and the field that a key focuses. */
import { useEffect, useRef, useState } from 'react'
import type { BuilderPane } from './builder-layout.tsx'
import type { ChainSection } from './chain/chain-bar.tsx'

export type TicketField = 'quantity' | 'price'

export function useBuilderFocus() {
  const quantityRef = useRef<HTMLInputElement>(null)
  const priceRef = useRef<HTMLInputElement>(null)
  const [pane, setPane] = useState<BuilderPane>('chain')
  const [section, setSection] = useState<ChainSection>('chain')
  const [jumps, setJumps] = useState(0)
  const [wanted, setWanted] = useState<{ readonly field: TicketField }>()
  useEffect(() => {
    if (wanted !== undefined) (wanted.field === 'quantity' ? quantityRef : priceRef).current?.select()
  }, [wanted])
  return {
    quantityRef,
    priceRef,
    pane,
    setPane,
    section,
    setSection,
    jumps,
    jump: () => setJumps(jumps + 1),
    focusOn: (field: TicketField) => {
      setPane('structure')
      setWanted({ field })
    },
    showSection: (next: ChainSection) => {
      setPane('chain')
      setSection(next)
    },
  }
}
