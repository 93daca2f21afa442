/**
 * The draft on screen: kept in the URL (shareable) and for the tab, so that it comes back after a reload or another screen. A link that
 * names a draft replaces the one on screen, which undo brings back; one that says `add` puts its legs to it. Nothing here sends.
 */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useReducer, useRef, useState } from 'react'
import { type DraftState, type Edit, emptyDraft, reduce, startState } from './draft.ts'
import { type BuildSearch, buildSearchSchema, draftOfSearch, legsOf, searchOfDraft } from './draft-url.ts'

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
  readonly view: ChainView
  readonly setView: (view: ChainView) => void
}

const parse = (search: unknown): BuildSearch => buildSearchSchema.safeParse(search).data ?? {}
const keyOf = (search: BuildSearch): string => JSON.stringify(Object.entries(search).sort(([a], [b]) => (a < b ? -1 : 1)))

function viewOf(search: BuildSearch): ChainView {
  const expiryMs = Number.parseInt(search.expiry ?? '', 10)
  return { base: search.base, expiryMs: Number.isSafeInteger(expiryMs) && expiryMs > 0 ? expiryMs : undefined }
}

/** Where the page starts: the link, else what this tab had. */
function opening(search: BuildSearch): { readonly draft: ReturnType<typeof startState>; readonly view: ChainView } {
  const linked = draftOfSearch(search)
  const kept = linked === undefined ? (readStored() ?? {}) : {}
  const before = startState(linked ?? draftOfSearch(kept) ?? emptyDraft)
  return { draft: reduce(before, { kind: 'addLegs', legs: legsOf(search.add) }), view: viewOf({ ...kept, ...search }) }
}

export function useDraft(): DraftHandle {
  const search = parse(useSearch({ strict: false }))
  const navigate = useNavigate()
  const linked = draftOfSearch(search)
  const shown = linked === undefined ? '' : keyOf(searchOfDraft(linked))
  const [start] = useState(() => opening(search))
  const [state, edit] = useReducer(reduce, start.draft)
  const [view, setView] = useState(start.view)

  /** Addresses that this page wrote itself: seeing one again is no link. */
  const own = useRef(new Set([shown]))
  const latest = useRef({ linked, search })
  useEffect(() => {
    latest.current = { linked, search }
  })
  useEffect(() => {
    const link = latest.current
    if (own.current.has(shown) || link.linked === undefined) return
    own.current.add(shown)
    edit({ kind: 'open', draft: link.linked })
    setView(viewOf(link.search))
  }, [shown])

  const { add } = search
  const taken = useRef(add)
  useEffect(() => {
    if (taken.current === add) return
    taken.current = add
    edit({ kind: 'addLegs', legs: legsOf(add) })
  }, [add])

  const draft = state.present
  const latestWritten = useRef<BuildSearch>(undefined)
  // What did not come to rest before the screen was left.
  useEffect(
    () => () => {
      if (latestWritten.current !== undefined) writeStored(latestWritten.current)
    },
    [],
  )
  useEffect(() => {
    const expiry = view.expiryMs === undefined ? undefined : String(view.expiryMs)
    const next = { ...searchOfDraft(draft), base: view.base, expiry }
    writeStored(next)
    const timer = setTimeout(
      () => {
        own.current.add(keyOf(searchOfDraft(draft)))
        const write = (before: Record<string, unknown>) => ({ ...othersOf(before), ...next })
        void navigate({ to: '.', search: write as never, replace: true })
        // What was added must not be added again by a reload.
      },
      add === undefined ? restMs : 0,
    )
    return () => clearTimeout(timer)
  }, [draft, view, add, navigate])

  return { state, edit, view, setView }
}

/** Search of others (the single-leg ticket's) that this page must not touch. */
function othersOf(search: Record<string, unknown>): Record<string, unknown> {
  const ticketOpen = search['trade'] !== undefined
  return Object.fromEntries(
    Object.entries(search).filter(
      ([name]) => name === 'trade' || (ticketOpen && ['side', 'price', 'quantity'].includes(name)) || !(name in buildSearchSchema.shape),
    ),
  )
}
