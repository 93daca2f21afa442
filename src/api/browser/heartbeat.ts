/**
 * Notices that time has passed without this page: a gap of the one-second beat, a return from the back-forward cache, a resume. Whoever
 * listens takes everything for stale. A hidden tab beats slowly by the browser's will; its waking is told when it is seen again.
 */
import { createStore } from './store.ts'

const beatMs = 1_000
const gapMs = 5_000

const listeners = new Set<() => void>()
/** Each beat's number; what shows an age reads it. */
const beats = createStore(0)
const visible = createStore(true)

/** Calls when the page woke after a gap; the answer stops it. */
export function onWake(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const subscribeBeat = beats.subscribe
export const isVisible = (): boolean => visible.get()
/** Tells when the page comes to be hidden, or to be seen. */
export const subscribeVisible = visible.subscribe

/** Beats for what is only looked at: none while the page is hidden, and one at once when it is seen again. */
export function subscribeSeenBeat(listener: () => void): () => void {
  const ifSeen = (): void => {
    if (isVisible()) listener()
  }
  const ends = [beats.subscribe(ifSeen), visible.subscribe(ifSeen)]
  return () => {
    for (const end of ends) end()
  }
}

/** Starts the beat; the answer stops it. */
export function startHeartbeat(): () => void {
  let lastMono = performance.now()
  let lastWall = Date.now()
  let owed = false
  const wake = (): void => {
    owed = document.visibilityState === 'hidden'
    if (!owed) for (const listener of listeners) listener()
  }
  const beat = (): void => {
    const mono = performance.now()
    const wall = Date.now()
    // Some machines stop the monotonic clock in sleep, some jump the wall clock: either gap counts.
    const gap = Math.max(mono - lastMono, wall - lastWall)
    lastMono = mono
    lastWall = wall
    // A browser may forget to tell, and polls hang on it.
    visible.set(document.visibilityState !== 'hidden')
    beats.set(beats.get() + 1)
    if (gap > gapMs) wake()
  }
  const shown = (): void => {
    visible.set(document.visibilityState !== 'hidden')
    if (document.visibilityState === 'visible' && owed) wake()
  }
  const pageShown = (event: PageTransitionEvent): void => {
    if (event.persisted) wake()
  }
  shown()
  const id = setInterval(beat, beatMs)
  document.addEventListener('visibilitychange', shown)
  document.addEventListener('resume', wake)
  window.addEventListener('pageshow', pageShown)
  return () => {
    clearInterval(id)
    document.removeEventListener('visibilitychange', shown)
    document.removeEventListener('resume', wake)
    window.removeEventListener('pageshow', pageShown)
  }
}
