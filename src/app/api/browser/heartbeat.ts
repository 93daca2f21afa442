/**
 * Detects that the page slept: a gap of over 5 s in a beat of 1 s, a return from the back-forward cache, or a resume.
 * Listeners then treat all figures as stale. Browsers slow the beat of a hidden tab, so its wake is reported when it
 * is visible again. React Query refetches when a page is focused, but not after a sleep in which the page stayed
 * visible.
 */
import { createSignal, createStore } from '../../../core/domain/store.ts'

const beatMs = 1_000
const gapMs = 5_000

const woken = createSignal()
const beats = createSignal()
const visible = createStore(true)

export const onWake = woken.listen

export const subscribeBeat = beats.listen
export const isVisible = (): boolean => visible.get()
export const subscribeVisible = visible.subscribe

/** Beats for display only: none while the page is hidden, and one immediately when it is shown again. */
export function subscribeSeenBeat(listener: () => void): () => void {
  const ifSeen = (): void => {
    if (isVisible()) listener()
  }
  const ends = [beats.listen(ifSeen), visible.subscribe(ifSeen)]
  return () => {
    for (const end of ends) end()
  }
}

export function startHeartbeat(): () => void {
  let lastMono = performance.now()
  let lastWall = Date.now()
  let owed = false
  const wake = (): void => {
    owed = document.visibilityState === 'hidden'
    if (!owed) woken.emit()
  }
  const beat = (): void => {
    const mono = performance.now()
    const wall = Date.now()
    // Some machines stop the monotonic clock in sleep, some jump the wall clock: either gap counts.
    const gap = Math.max(mono - lastMono, wall - lastWall)
    lastMono = mono
    lastWall = wall
    visible.set(document.visibilityState !== 'hidden')
    beats.emit()
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
