/** Announces that the connection failed or recovered, once the state has lasted. */
import { type ReactNode, useEffect, useState } from 'react'
import { LiveRegion } from '../../ui/controls/live-region.tsx'
import type { ConnectionState } from '../../api/polling/connection.ts'

const lastsMs = 5_000

const news: Readonly<Record<ConnectionState, string | undefined>> = {
  live: 'Connection live again',
  failing: 'Connection failing: figures are out of date',
  data: 'Some rows could not be read: figures made of them are withheld',
  signed_out: 'Session ended',
  delayed: undefined,
  sleeping: undefined,
}

/** Next announcement after `said`; undefined if nothing is new. Recovery is announced only after a failure. */
export function connectionNews(state: ConnectionState, said: string | undefined): string | undefined {
  const text = news[state]
  return text === said || (state === 'live' && said === undefined) ? undefined : text
}

const holds = (said: string | undefined, state: ConnectionState): boolean =>
  said === news[state] || (said === news.live && state === 'delayed')

export function ConnectionNews({
  state: shown,
  isSignedIn,
}: {
  readonly state: ConnectionState
  readonly isSignedIn: boolean
}): ReactNode {
  // A short delay does not restart the wait.
  const state = shown === 'delayed' ? 'live' : shown
  const [said, setSaid] = useState<string>()
  // A page that opens signed out has lost nothing.
  const [wasSignedIn, setSignedIn] = useState(isSignedIn)
  if (isSignedIn && !wasSignedIn) setSignedIn(true)
  useEffect(() => {
    const next = wasSignedIn ? connectionNews(state, said) : undefined
    if (next === undefined) return
    const timer = setTimeout(() => setSaid(next), lastsMs)
    return () => clearTimeout(timer)
  }, [state, said, wasSignedIn])
  return (
    <LiveRegion className="visually-hidden" testId="connection-news">
      {holds(said, state) ? said : null}
    </LiveRegion>
  )
}
