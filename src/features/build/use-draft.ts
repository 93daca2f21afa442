/**
 * The draft on screen: kept in the URL (shareable) and for the tab, so that it comes back after a reload or another screen. A link that
 * names a draft replaces the one on screen, which undo brings back. Nothing here sends.
 */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useReducer, useRef } from 'react'
import { type DraftState, type Edit, emptyDraft, reduce, startState } from './draft.ts'
import { type BuildSearch, buildSearchSchema, draftOfSearch, searchOfDraft } from './draft-url.ts'

const storageKey = 'legwork.draft'
/** The address follows typing after a short rest. */
const restMs = 250

function readStored(): BuildSearch | undefined {
  try {
    const text = sessionStorage.getItem(storageKey)
    const parsed = text === null ? undefined : buildSearchSchema.safeParse(JSON.parse(text))
    return parsed?.success === true ? parsed.data : undefined
  } catch {
    return undefined
  }
}

function writeStored(search: BuildSearch): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(search))
  } catch {
    // A full or forbidden store costs only the draft's return after another screen; the URL still has it.
  }
}

/** What the chain shows: part of the URL, not of the draft, so undo leaves it alone. */
export interface ChainView {
  readonly base: string | undefined
  readonly expiryMs: number | undefined
}

export interface DraftHandle {
  readonly state: DraftState
  readonly edit: (edit: Edit) => void
  /** Chain that the link asked for. */
  readonly asked: ChainView
}

const parse = (search: unknown): BuildSearch => buildSearchSchema.safeParse(search).data ?? {}
const keyOf = (search: BuildSearch): string => JSON.stringify(Object.entries(search).sort(([a], [b]) => (a < b ? -1 : 1)))

export function useDraft(view: ChainView): DraftHandle {
  const search = parse(useSearch({ strict: false }))
  const navigate = useNavigate()
  const asDraft = draftOfSearch(search)
  const shown = asDraft === undefined ? '' : keyOf(searchOfDraft(asDraft))
  const [state, edit] = useReducer(reduce, undefined, () => startState(asDraft ?? draftOfSearch(readStored() ?? {}) ?? emptyDraft))

  /** Addresses that this page wrote itself: seeing one again is no link. */
  const own = useRef(new Set([shown]))
  const latest = useRef(asDraft)
  useEffect(() => {
    latest.current = asDraft
  })
  useEffect(() => {
    if (own.current.has(shown) || latest.current === undefined) return
    own.current.add(shown)
    edit({ kind: 'open', draft: latest.current })
  }, [shown])

  const draft = state.present
  useEffect(() => {
    const next = searchOfDraft(draft)
    writeStored({ ...next, base: view.base })
    const timer = setTimeout(() => {
      own.current.add(keyOf(next))
      const expiry = view.expiryMs === undefined ? undefined : String(view.expiryMs)
      const write = (before: Record<string, unknown>) => ({ ...othersOf(before), ...next, base: view.base, expiry })
      void navigate({ to: '.', search: write as never, replace: true })
    }, restMs)
    return () => clearTimeout(timer)
  }, [draft, view.base, view.expiryMs, navigate])

  const expiryMs = Number(search.expiry)
  const asked = { base: search.base ?? readStored()?.base, expiryMs: Number.isSafeInteger(expiryMs) && expiryMs > 0 ? expiryMs : undefined }
  return { state, edit, asked }
}

/** Search of others (the single-leg ticket's) that this page must not touch. */
function othersOf(search: Record<string, unknown>): Record<string, unknown> {
  const ticketOpen = search['trade'] !== undefined
  return Object.fromEntries(
    Object.entries(search).filter(([name]) => name === 'trade' || (ticketOpen && ['side', 'price', 'quantity'].includes(name)) || !(name in buildSearchSchema.shape)),
  )
}
