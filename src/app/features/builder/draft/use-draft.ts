/**
 * The draft on screen, stored in the URL (shareable) and for the tab. A link with a draft replaces it, and undo
 * restores it; `add` adds its legs. Nothing here sends.
 */
import { useEffect, useReducer, useRef, useState } from 'react'
import { writeStored } from '../../../api/browser/stored.ts'
import { useInstruments } from '../../../api/market/instruments.ts'
import { type BuilderSearch, draftKey, parseBuilderSearch, withoutBuilder } from '../../../links/builder-link.ts'
import { showToast } from '../../../ui/controls/toasts.ts'
import { useNavigate, useSearch } from '../../../ui/router/use-router.ts'
import { draftOfSearch, linkFault, searchOfDraft } from './draft-url.ts'
import { type DraftState, type Edit, reduceSized } from './draft.ts'
import { addedBy, type ChainView, opening, viewOf } from './opening.ts'
import { startSize } from './start-size.ts'

const restMs = 250

/** If storing fails, only the return from another screen is lost; the URL still has the draft. */
const storeDraft = (search: BuilderSearch): boolean => writeStored('tab', draftKey, search)

export interface DraftHandle {
  readonly state: DraftState
  readonly edit: (edit: Edit) => void
  readonly view: ChainView
  readonly setView: (view: ChainView) => void
}

const keyOf = (search: BuilderSearch): string =>
  JSON.stringify(Object.entries(search).sort(([a], [b]) => (a < b ? -1 : 1)))

export function useDraft(): DraftHandle {
  const search = parseBuilderSearch(useSearch())
  const navigate = useNavigate()
  const linked = draftOfSearch(search)
  const fault = linkFault(search)
  useEffect(() => {
    if (fault !== undefined)
      showToast({ tone: 'danger', title: 'The link was not opened', body: `${fault} The draft is as it was.` })
  }, [fault])
  const shown = linked === undefined ? '' : keyOf(searchOfDraft(linked))
  const asked = search.open
  const [start] = useState(() => opening(search))
  const { index } = useInstruments()
  const [state, dispatch] = useReducer(
    (before: DraftState, change: Edit) => reduceSized(before, change, legs => startSize(legs, index)),
    start.draft,
  )
  const [view, setView] = useState(start.view)

  /** Addresses written by this page are not links to open. */
  const own = useRef(new Set([shown]))
  const opened = useRef(asked)
  const latest = useRef({ linked, search })
  useEffect(() => {
    latest.current = { linked, search }
  })
  useEffect(() => {
    const link = latest.current
    const isAsked = asked !== undefined && asked !== opened.current
    opened.current = asked
    if ((own.current.has(shown) && !isAsked) || link.linked === undefined) return
    own.current.add(shown)
    dispatch({ kind: 'open', draft: link.linked })
    setView(viewOf(link.search))
  }, [shown, asked])

  const { add } = search
  const taken = useRef(add)
  useEffect(() => {
    if (taken.current === add) return
    taken.current = add
    dispatch({ kind: 'addLegs', legs: addedBy(latest.current.search) })
  }, [add])

  const draft = state.present
  const latestWritten = useRef<BuilderSearch>(undefined)
  // Stores what was pending when the screen was left.
  useEffect(
    () => () => {
      if (latestWritten.current !== undefined) storeDraft(latestWritten.current)
    },
    [],
  )
  useEffect(() => {
    const expiry = view.expiryMs === undefined ? undefined : String(view.expiryMs)
    const next = { ...searchOfDraft(draft), base: view.base, expiry }
    storeDraft(next)
    const timer = setTimeout(
      () => {
        own.current.add(keyOf(searchOfDraft(draft)))
        navigate({ to: '.', search: before => ({ ...withoutBuilder(before), ...next }), replace: true })
        // A reload must not add the legs again.
      },
      add === undefined ? restMs : 0,
    )
    return () => clearTimeout(timer)
  }, [draft, view, add, navigate])

  return { state, edit: dispatch, view, setView }
}
