/** Stores a draft as recent once it is idle; while one structure is edited it replaces its earlier version. */
import { useEffect, useRef } from 'react'
import { searchOfDraft } from '../draft/draft-url.ts'
import type { Draft } from '../draft/draft.ts'
import { saveRecent } from './saved-drafts.ts'

const restMs = 4_000

export function useRecents(draft: Draft, title: string): void {
  const lineage = useRef<{ readonly symbols: ReadonlySet<string>; readonly legs: string | undefined }>(undefined)
  useEffect(() => {
    if (draft.legs.length === 0) return undefined
    const timer = setTimeout(() => {
      const search = searchOfDraft(draft)
      const before = lineage.current
      const isSame = before !== undefined && draft.legs.some(leg => before.symbols.has(leg.symbol))
      saveRecent({ title, search }, isSame ? before.legs : undefined)
      lineage.current = { symbols: new Set(draft.legs.map(leg => leg.symbol)), legs: search.legs }
    }, restMs)
    return () => clearTimeout(timer)
  }, [draft, title])
}
