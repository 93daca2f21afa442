/** Sign-in sharing of this page: over a channel of its origin, if the browser has one and supports encryption. */
import { randomId } from '../browser/random-id.ts'
import { createStore, useStore } from '../browser/store.ts'
import { SessionSharing, type OtherTab } from './session-sharing.ts'
import { beginSession, credentials, endSharedSession, isSavedByTab, onSignOut, readSession } from './session.ts'
import { readVenue } from './venue.ts'

const answerMs = 3_000

const tabs = createStore<readonly OtherTab[]>([])
const given = createStore(0)
let sharing: SessionSharing | undefined

export const useOtherTabs = (): readonly OtherTab[] => useStore(tabs)
export const useTimesShared = (): number => useStore(given)
export const lookForTabs = (): void => sharing?.look()

export const takeOverSignIn = async (tab: OtherTab): Promise<boolean> =>
  (await sharing?.takeOver(tab.id, answerMs)) ?? false

const canSeal = (): boolean => typeof BroadcastChannel !== 'undefined' && globalThis.crypto?.subtle !== undefined

function givenToken(): string | undefined {
  const token = credentials()?.tokenFor('')
  return typeof token === 'string' ? token : undefined
}

export function startSharing(): () => void {
  if (!canSeal()) return () => undefined
  const channel = new BroadcastChannel('legwork.sign-in')
  const own = new SessionSharing({
    channel,
    newId: randomId,
    venueKey: () => readVenue().key,
    session: readSession,
    token: () => {
      const session = readSession()
      return session.status === 'signed_in' && session.method !== 'key' ? givenToken() : undefined
    },
    keep: () => (isSavedByTab() ? 'tab' : 'memory'),
    begin: beginSession,
    ended: endSharedSession,
    shared: () => given.set(given.get() + 1),
    found: tabs.set,
  })
  sharing = own
  const stop = onSignOut(account => account !== undefined && own.signedOut(account))
  return () => {
    stop()
    channel.close()
    if (sharing === own) sharing = undefined
    tabs.set([])
  }
}
