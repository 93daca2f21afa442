/** Reads aloud that the connection failed or came back, once it has stayed so for a while; what is late by a moment is no news. */
import { type ReactNode, useEffect, useState } from 'react'
import { LiveRegion } from '../../ui/controls/live-region.tsx'
import type { ConnectionState } from './connection-light.tsx'

const lastsMs = 5_000

/** What is said of a state that lasts; undefined of one that is no news. */
const news: Readonly<Record<ConnectionState, string | undefined>> = {
  live: 'Connection live again',
  failing: 'Connection failing: figures are out of date',
  data: 'Some rows could not be read: figures made of them are withheld',
  signed_out: 'Session ended',
  delayed: undefined,
  sleeping: undefined,
}

/** What is said next after `said`; undefined where nothing new is. That all is well is only said after it was not. */
export function connectionNews(state: ConnectionState, said: string | undefined): string | undefined {
  const text = news[state]
  return text === said || (state === 'live' && said === undefined) ? undefined : text
}

/** What still holds of what was said: a failure that is over is not said any more. */
const holds = (said: string | undefined, state: ConnectionState): boolean =>
  said === news[state] || (said === news.live && state === 'delayed')

export function ConnectionNews({ state: shown, isSignedIn }: { readonly state: ConnectionState; readonly isSignedIn: boolean }): ReactNode {
  // Late by a moment is up: the wait for what lasts goes on.
  const state = shown === 'delayed' ? 'live' : shown
  const [said, say] = useState<string>()
  // A page that comes up signed out has lost nothing.
  const [wasSignedIn, setSignedIn] = useState(isSignedIn)
  if (isSignedIn && !wasSignedIn) setSignedIn(true)
  useEffect(() => {
    const next = wasSignedIn ? connectionNews(state, said) : undefined
    if (next === undefined) return
    const timer = setTimeout(() => say(next), lastsMs)
    return () => clearTimeout(timer)
  }, [state, said, wasSignedIn])
  return (
    <LiveRegion className="visually-hidden" testId="connection-news">
      {holds(said, state) ? said : null}
    </LiveRegion>
  )
}
