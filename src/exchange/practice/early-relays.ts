/**
 * Requests that the service worker sends to a page before its program has loaded. The browser delivers them once the
 * page is parsed and drops them without a listener, so an inline script listens and the program takes over.
 */
type Listener = (event: MessageEvent) => void

interface RelayQueue {
  readonly events: MessageEvent[]
  listener: Listener | undefined
}

const slot = Symbol.for('legwork.relays')
const place = globalThis as { [slot]?: RelayQueue }

const workers = (): ServiceWorkerContainer | undefined =>
  'serviceWorker' in navigator ? navigator.serviceWorker : undefined

export function awaitRelays(): void {
  if (place[slot] !== undefined) return
  const waiting: RelayQueue = { events: [], listener: undefined }
  place[slot] = waiting
  workers()?.addEventListener('message', event => {
    if (waiting.listener === undefined) waiting.events.push(event)
    else waiting.listener(event)
  })
}

export function takeRelays(listener: Listener): void {
  awaitRelays()
  const waiting = place[slot]
  if (waiting === undefined) return
  waiting.listener = listener
  for (const event of waiting.events.splice(0)) listener(event)
}
