/** Hooks on the order desk: only intents of the current account and venue. */
import { useMemo, useSyncExternalStore } from 'react'
import { useSession } from '../venue/session.ts'
import { useVenue } from '../venue/venue.ts'
import type { DeskSnapshot } from './desk-parts.ts'
import { desk } from './desk.ts'
import type { UncommittedIntent } from './uncommitted.ts'
import { type Intent, belongsTo, isBeforeSending, isUnderReview } from '../../../core/domain/intent.ts'

const useSnapshot = (): DeskSnapshot => useSyncExternalStore(desk.subscribe, desk.snapshot, desk.snapshot)

function useOwnIntents(): readonly Intent[] {
  const { intents } = useSnapshot()
  const session = useSession()
  const venueKey = useVenue().key
  const account = session.status === 'signed_in' ? session.account : undefined
  return useMemo(
    () => intents.filter(each => belongsTo(each, account === undefined ? undefined : { account, venueKey })),
    [intents, account, venueKey],
  )
}

export function useIntents(): readonly Intent[] {
  const own = useOwnIntents()
  return useMemo(() => own.filter(each => !isBeforeSending(each)), [own])
}

export function useAwaiting(): readonly Intent[] {
  const own = useOwnIntents()
  return useMemo(() => own.filter(each => isBeforeSending(each) && !isUnderReview(each)), [own])
}

export function useReview(): Intent | undefined {
  return useSnapshot().intents.find(isUnderReview)
}

/** Confirmed in this tab before page load, under any account, and never sent. */
export const useNeverSent = (): readonly UncommittedIntent[] => useSnapshot().neverSent

export function useDeskReady(): { readonly ready: boolean; readonly storeFault: string | undefined } {
  const { ready, storeFault } = useSnapshot()
  return { ready, storeFault }
}
