/**
 * Requests of the service worker to a page whose program has not loaded yet. The browser delivers such messages once
 * the page is parsed and drops them if nothing listens: a script in the page listens from the start, and the program
 * takes over from it.
 */
type Listener = (event: MessageEvent) => void

interface RelayQueue {
  readonly events: MessageEvent[]
  listener: Listener | undefined
}

/** The script and the program are files of their own: what came lies where both see it. */
const slot = Symbol.for('legwork.relays')
const place = globalThis as { [slot]?: RelayQueue }

const workers = (): ServiceWorkerContainer | undefined => ('serviceWorker' in navigator ? navigator.serviceWorker : undefined)

/** Listens; what comes waits for `takeRelays`. A second call does nothing. */
export function awaitRelays(): void {
  if (place[slot] !== undefined) return
  const waiting: RelayQueue = { events: [], listener: undefined }
  place[slot] = waiting
  workers()?.addEventListener('message', event => {
    if (waiting.listener === undefined) waiting.events.push(event)
    else waiting.listener(event)
  })
}

/** Passes the queued messages to the listener in order, then every later one. */
export function takeRelays(listener: Listener): void {
  awaitRelays()
  const waiting = place[slot]
  if (waiting === undefined) return
  waiting.listener = listener
  for (const event of waiting.events.splice(0)) listener(event)
}
